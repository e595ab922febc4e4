/* One bankloom at a time in a folder. */
#ifndef BL_LOCK_H
#define BL_LOCK_H

/* Locks a folder that is there; it is open again when what is returned is closed, or the process
   has ended. While another one has it this waits, and says so on stderr after a moment. -1 when
   the folder cannot be opened (errno; ENOENT: it is gone) or an interrupt came (EINTR). A file
   system without locks has none: then nothing is waited for. */
int bl_folder_lock(const char *folder);

/* The same without waiting: -1 with EWOULDBLOCK while another one has it. */
int bl_folder_try_lock(const char *folder);

#endif
