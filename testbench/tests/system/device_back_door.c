/* Tries to open a device that is none. Opens the devices that the arguments name, all at once, and
   writes the memory of each past its host ports, of whose table it leaves them out. */
#include <stdio.h>

#include <bl_device_pipeline.h>

enum { MOST = 8 };

static void try_back_door(struct bl_device *device) {
    struct bl_device_pipeline pipeline = *bl_device_pipeline(device);
    char read[5] = "";
    pipeline.host_port = NULL;
    int result = bl_device_set_pipeline(device, &pipeline);
    if (!result) result = bl_device_write(device, 1, 0, 64, "word", 4);
    if (!result) result = bl_device_read(device, 1, 0, 64, read, 4);
    printf("%s: %s\n", bl_device_text(result), result ? bl_device_message(device) : read);
}

int main(int argc, char **argv) {
    struct bl_device *devices[MOST] = {NULL};
    char why[100];
    int status = 0, refused = bl_device_try_open(&devices[0], "tape:1", why, sizeof why);
    printf("%s: %s\n", bl_device_text(refused), why);
    for (int i = 1; i < argc && i < MOST; i++)
        status |= bl_device_pipeline_open(&devices[i], argv[i], NULL);
    for (int i = 1; i < argc && i < MOST && !status; i++) try_back_door(devices[i]);
    for (int i = 1; i < argc && i < MOST; i++) bl_device_close(devices[i]);
    return status;
}
