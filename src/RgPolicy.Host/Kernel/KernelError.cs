namespace RgPolicy.Host.Kernel;

/// <summary>Error numbers of Linux (errno(3)), the same on every processor that .NET runs on.</summary>
internal static class KernelError
{
    /// <summary>The file or number is not there.</summary>
    public const int NoEntry = 2;

    /// <summary>There is no such task.</summary>
    public const int NoProcess = 3;

    /// <summary>The text is longer than the kernel takes in one command.</summary>
    public const int TooBig = 7;

    /// <summary>Not allowed to this user.</summary>
    public const int NotPermitted = 1;

    /// <summary>Another holds it at this moment.</summary>
    public const int TryAgain = 11;

    /// <summary>The file's mode forbids it.</summary>
    public const int AccessDenied = 13;

    /// <summary>In use.</summary>
    public const int Busy = 16;

    /// <summary>Already there.</summary>
    public const int Exists = 17;

    /// <summary>The group is gone while its file was open.</summary>
    public const int NoDevice = 19;

    /// <summary>No directory.</summary>
    public const int NotDirectory = 20;

    /// <summary>A directory, where a file is needed.</summary>
    public const int IsDirectory = 21;

    /// <summary>Not understood.</summary>
    public const int Invalid = 22;

    /// <summary>Nothing of it is left.</summary>
    public const int NoSpace = 28;

    /// <summary>The file system is mounted read-only.</summary>
    public const int ReadOnly = 30;

    /// <summary>Outside of what is possible.</summary>
    public const int Range = 34;

    /// <summary>More digits than there are bits.</summary>
    public const int Overflow = 75;

    /// <summary>Not possible in this state.</summary>
    public const int NotSupported = 95;

    private static readonly (int Number, string Name)[] Names =
    [
        (0, "ok"),
        (NotPermitted, "EPERM"),
        (NoEntry, "ENOENT"),
        (NoProcess, "ESRCH"),
        (TooBig, "E2BIG"),
        (TryAgain, "EAGAIN"),
        (AccessDenied, "EACCES"),
        (Busy, "EBUSY"),
        (Exists, "EEXIST"),
        (NoDevice, "ENODEV"),
        (NotDirectory, "ENOTDIR"),
        (IsDirectory, "EISDIR"),
        (Invalid, "EINVAL"),
        (NoSpace, "ENOSPC"),
        (ReadOnly, "EROFS"),
        (Range, "ERANGE"),
        (Overflow, "EOVERFLOW"),
        (NotSupported, "ENOTSUP"),
    ];

    /// <summary>The name that manual pages use, such as <c>EINVAL</c>; <c>ok</c> for 0, the number
    /// itself for others.</summary>
    public static string Name(int number) =>
        Array.Find(Names, n => n.Number == number).Name ?? number.ToString(CultureInfo.InvariantCulture);
}
