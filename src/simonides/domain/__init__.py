"""What do we remember? Pure values and rules; nothing here touches a disk, a clock or a network."""
