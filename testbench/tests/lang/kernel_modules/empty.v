// No module.
