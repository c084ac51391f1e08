// Stands for Apple's, so that the sources see an Apple system.
