using System.Security.Cryptography;

namespace RgPolicy.Cli.Configure;

/// <summary>The key with which saved plans are sealed: 32 random bytes in a file that its user alone may read, made
/// when it is first needed, beside the journal of changes. A user without access to it cannot make or edit a plan that
/// this user's <c>rgp apply</c> carries out.</summary>
internal static class PlanKey
{
    private const string Name = "plan.key";
    private const int Bytes = 32;
    private const UnixFileMode OwnersOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;
    private const UnixFileMode OwnersDirectory = OwnersOnly | UnixFileMode.UserExecute;

    public static string PathOf(CliContext context) =>
        Path.Join(Path.GetDirectoryName(JournalPlace.Of(context, given: null)), Name);

    /// <summary>Reads the key; a missing one is made where that is asked for.</summary>
    /// <returns>The key, or why there is none; exactly one of the two.</returns>
    public static (byte[]? Key, string? Problem) Read(CliContext context, bool makes)
    {
        var path = PathOf(context);
        try
        {
            if (makes && !File.Exists(path))
                Make(path);

            return File.Exists(path)
                ? ReadFile(path)
                : (null, $"there is no key {path}: this user has kept no plan on this host yet");
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return (null, $"the key {path} cannot be opened: {failure.Message}");
        }
    }

    private static (byte[]? Key, string? Problem) ReadFile(string path)
    {
        if (!OperatingSystem.IsWindows() && RefuseFile(path) is { } refusal)
            return (null, refusal);

        var key = File.ReadAllBytes(path);
        return key.Length == Bytes
            ? (key, null)
            : (null, $"the key {path} does not have {Bytes} bytes: remove it, and make the plan again");
    }

    private static string? RefuseFile(string path)
    {
        var user = ProcessUser.Read(FileRoot.Machine, Environment.ProcessId);
        return FileOwner.Read(path) switch
        {
            { IsRegularFile: false } or null => $"the key {path} is not an ordinary file",
            { } file when (file.Mode & 0b111_111) != 0 =>
                $"the key {path} is not its owner's alone: rm {path}, and make the plan again",
            { } file when file.User != user && file.User != 0 => $"the key {path} belongs to user {file.User}",
            _ => null,
        };
    }

    // Written beside it first, so that half a key is never read; where two processes write one, the first one's stays.
    private static void Make(string path)
    {
        var directory = Path.GetDirectoryName(path) ?? "/";
        var next = $"{path}.{Guid.NewGuid():N}";
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (OperatingSystem.IsWindows())
        {
            Directory.CreateDirectory(directory);
        }
        else
        {
            Directory.CreateDirectory(directory, OwnersDirectory);
            options.UnixCreateMode = OwnersOnly;
        }

        using (var file = new FileStream(next, options))
        {
            file.Write(RandomNumberGenerator.GetBytes(Bytes));
            file.Flush(flushToDisk: true);
        }

        try
        {
            File.Move(next, path, overwrite: false);
        }
        catch (IOException) when (File.Exists(path))
        {
            File.Delete(next);
        }
    }
}
