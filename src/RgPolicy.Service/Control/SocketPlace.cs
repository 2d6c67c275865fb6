namespace RgPolicy.Service.Control;

/// <summary>Whether a Unix socket's place is one in which only trusted users can have put what is there: this user,
/// root, and users that root gave a directory to. In a directory that all may write, such as /tmp, everything that is
/// not this user's or root's is a stranger's.</summary>
internal static class SocketPlace
{
    private const int MostLinks = 40;
    private const int Root = 0;

    /// <summary>Why nothing in the socket's directory is to be trusted; null when it is. A directory that is not there
    /// yet has no owner.</summary>
    /// <param name="path">The socket.</param>
    /// <param name="user">This user.</param>
    /// <param name="servers">Who may answer there besides: the owner of its directory, if that is trusted.</param>
    public static string? Refuse(string path, int user, out int? servers)
    {
        servers = null;
        if (OperatingSystem.IsWindows())
            return null;

        var left = new Stack<string>(Parts(Path.GetDirectoryName(Path.GetFullPath(path)) ?? "/").Reverse());
        var (at, links) = ("/", 0);
        var above = FileOwner.Read(at);
        while (left.TryPop(out var name))
        {
            var next = Path.Join(at, name);
            if (FileOwner.Read(next) is not { } found)
                return null;

            if (Judge(next, found, above, user) is { } refusal)
                return refusal;

            if (found.IsLink)
            {
                (at, above) = Follow(at, next, left);
                if (++links > MostLinks)
                    return $"{next} leads through too many links";

                continue;
            }

            (at, above) = (next, found);
        }

        return JudgeLast(at, above, user, out servers);
    }

    /// <summary>Why a socket there is a stranger's; null when it is not.</summary>
    public static string? RefuseSocket(string path, int user, int? server) =>
        FileOwner.Read(path) switch
        {
            null => null,
            { IsSocket: false } => $"{path} is not a socket",
            { } socket when IsTrusted(socket.User, user, server) => null,
            { } socket => $"{path} belongs to user {socket.User}, who does not run RgPolicy for you",
        };

    /// <summary>Why a file there is a stranger's; null when it is not. The caller checks who else may write to its
    /// directory.</summary>
    public static string? RefuseFile(string path, int user) =>
        !OperatingSystem.IsWindows()
        && FileOwner.Read(Path.GetDirectoryName(Path.GetFullPath(path)) ?? "/") is { } directory
        && FileOwner.Read(path) is { } found
            ? Judge(path, found, directory, user)
            : null;

    /// <summary>Whether a user may answer, or have made what is there.</summary>
    public static bool IsTrusted(uint found, int user, int? server) =>
        found == Root || found == (uint)user || (server is { } other && found == (uint)other);

    private static string? Judge(string path, FileOwner found, FileOwner? above, int user)
    {
        if (above is not { AllMayWrite: true })
            return null;

        // Root may ask any service: it names the place, since root's own is below /run.
        return !above.Value.IsSticky ? $"{Path.GetDirectoryName(path)} may be changed by every user of this host"
            : user != Root && !IsTrusted(found.User, user, null)
                ? $"{path} belongs to user {found.User}, who does not run RgPolicy for you"
            : null;
    }

    private static string? JudgeLast(string path, FileOwner? directory, int user, out int? servers)
    {
        servers = directory is { AllMayWrite: false } own ? (int)own.User : null;
        return directory switch
        {
            { IsDirectory: false } => $"{path} is not a directory",
            { AllMayWrite: true, IsSticky: false } => $"{path} may be changed by every user of this host",
            _ => null,
        };
    }

    private static (string At, FileOwner? Above) Follow(string at, string link, Stack<string> left)
    {
        var target = File.ResolveLinkTarget(link, returnFinalTarget: false) is { } found ? found.FullName : at;
        foreach (var part in Parts(Path.GetFullPath(target)).Reverse())
            left.Push(part);

        return ("/", FileOwner.Read("/"));
    }

    private static string[] Parts(string path) => path.Split('/', StringSplitOptions.RemoveEmptyEntries);
}
