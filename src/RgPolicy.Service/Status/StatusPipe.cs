namespace RgPolicy.Service.Status;

/// <summary>The names of status pipes, which take the place of sockets on Windows.</summary>
internal static class StatusPipe
{
    private const string Directory = @"\\.\pipe\";
    private const string Target = "rgpolicy-";

    // Not a target's: its names do not begin like this.
    private const string Run = "rgpolicy.";

    public static string AddressOf(string target) => Directory + Target + target;

    /// <summary>The pipe of <c>rgp run</c>.</summary>
    public static string AddressOfRun(string userName) => Directory + Run + userName;

    /// <summary>The pipe that an address names; null when it names none.</summary>
    public static string? NameOf(string address) =>
        address.Length > Directory.Length && address.StartsWith(Directory, StringComparison.OrdinalIgnoreCase)
            ? address[Directory.Length..]
            : null;

    /// <summary>Whether it is served; by a look at the names, because opening a pipe would take an
    /// asker's place.</summary>
    public static bool IsServed(string address) => Names().Contains(NameOf(address), StringComparer.OrdinalIgnoreCase);

    /// <summary>The targets whose pipe is served, in order of their names.</summary>
    public static IReadOnlyList<string> Targets() => TargetsOf(Names());

    /// <summary>The targets among names of pipes, in order; a pipe has as many names as it has instances, and any user
    /// may make one of any name.</summary>
    public static IReadOnlyList<string> TargetsOf(IEnumerable<string> pipes) =>
        [
            .. pipes
                .Where(static name => name.StartsWith(Target, StringComparison.Ordinal))
                .Select(static name => name[Target.Length..])
                .Where(SettingsReader.IsTargetName)
                .Distinct(StringComparer.Ordinal)
                .Order(StringComparer.Ordinal),
        ];

    private static IReadOnlyList<string> Names()
    {
        try
        {
            return
            [
                .. System
                    .IO.Directory.EnumerateFiles(Directory)
                    .Select(static path => path[(path.LastIndexOf('\\') + 1)..]),
            ];
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}

/// <summary>Where a service is asked for its status.</summary>
internal static class StatusSocket
{
    /// <summary>The path when nothing else is said: below /run for root, below XDG_RUNTIME_DIR or a directory of one's
    /// own in /tmp for other users. On Windows a pipe of this user.</summary>
    public static string DefaultPath(bool isRoot, Func<string, string?> environmentVariable, string userName)
    {
        if (OperatingSystem.IsWindows())
            return StatusPipe.AddressOfRun(userName);

        if (isRoot)
            return "/run/rgpolicy/service.sock";

        var runtime = environmentVariable("XDG_RUNTIME_DIR");
        return string.IsNullOrEmpty(runtime)
            ? $"/tmp/rgpolicy-{userName}/service.sock"
            : Path.Join(runtime, "rgpolicy", "service.sock");
    }

    /// <summary>Whether something is there to be asked.</summary>
    public static bool Exists(string address) =>
        OperatingSystem.IsWindows() && StatusPipe.NameOf(address) is not null
            ? StatusPipe.IsServed(address)
            : File.Exists(address);
}
