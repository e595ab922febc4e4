/* Writes the memory of a device past its host ports, of whose table it leaves them out. */
#include <stdio.h>

#include <bl_device_pipeline.h>

int main(int argc, char **argv) {
    struct bl_device *device = NULL;
    if (bl_device_pipeline_open(&device, argc > 1 ? argv[1] : NULL, NULL)) return 1;
    struct bl_device_pipeline pipeline = *bl_device_pipeline(device);
    pipeline.host_port = NULL;
    enum bl_device_result result = bl_device_set_pipeline(device, &pipeline);
    if (!result) result = bl_device_write(device, 1, 0, 64, "word", 4);
    if (!result) puts("written");
    else printf("refused: %s\n", bl_device_message(device));
    bl_device_close(device);
    return result && result != BL_DEVICE_BAD_CALL;
}
