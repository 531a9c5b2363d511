"""Values and rules of memory. Pure: nothing here touches a disk, a clock or a network."""
