namespace RgPolicy.Host.Kernel;

/// <summary>
/// The files through which the kernel is told things (resctrl, cgroups): each call is one operation of
/// the kernel's, and errors are its numbers (errno(3)), never exceptions. Paths are absolute.
/// </summary>
internal interface IKernelTree
{
    /// <summary>Reads a file whole; returns 0, or the error number and an empty text.</summary>
    int Read(string path, out string text);

    /// <summary>Writes one command in one call; returns 0, or the error number.</summary>
    int Write(string path, string command);

    /// <summary>
    /// Writes commands one after the other, until the first that fails; returns 0, or its error number.
    /// </summary>
    /// <param name="path">The file.</param>
    /// <param name="commands">The commands.</param>
    /// <param name="done">How many took effect.</param>
    int WriteEach(string path, IReadOnlyList<string> commands, out int done)
    {
        for (done = 0; done < commands.Count; done++)
        {
            var error = Write(path, commands[done]);
            if (error != 0)
                return error;
        }

        return 0;
    }

    /// <summary>Makes a directory; returns 0, or the error number.</summary>
    int MakeDirectory(string path);

    /// <summary>Removes a directory; returns 0, or the error number.</summary>
    int RemoveDirectory(string path);

    /// <summary>Renames a directory; returns 0, or the error number.</summary>
    int Rename(string from, string to);

    /// <summary>Gives a file or a directory to a user, its group stays; returns 0, or the error number.</summary>
    int ChangeOwner(string path, uint user);

    /// <summary>Whose a file or directory is; returns 0, or the error number.</summary>
    int ReadOwner(string path, out uint user);

    /// <summary>Whether the caller may write a file, by its mode and owner alone.</summary>
    bool MayWrite(string path);

    /// <summary>Names of the directories in a directory, in ordinal order; returns 0, or the error number.</summary>
    int List(string path, out ImmutableArray<string> directories);

    /// <summary>
    /// Where the symbolic links in a directory lead, as they say it; a link that is gone meanwhile is left out.
    /// Returns 0, or the error number of the directory or of the first link that cannot be read.
    /// </summary>
    int ReadLinks(string directory, out ImmutableArray<string> targets);

    /// <summary>
    /// Takes the exclusive advisory lock (flock(2)) of a directory without waiting; returns 0 and the
    /// lock, or the error number: <see cref="KernelError.TryAgain"/> when another holds it.
    /// </summary>
    int TryLock(string directory, out IDisposable? held);
}
