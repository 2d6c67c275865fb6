using RgPolicy.Service.Control;

namespace RgPolicy.Service.Hosting;

/// <summary>Where a service keeps its sockets and its state.</summary>
internal sealed record ServicePlaces(string RuntimeDirectory, string StateDirectory)
{
    private const string Name = "rgpolicy-service";
    private const string SocketEnding = ".sock";

    /// <summary>The usual places: below /run and /var/lib for root; what the service manager made for this service
    /// (RUNTIME_DIRECTORY and STATE_DIRECTORY, systemd.exec(5)); else below this user's own directories. On Windows
    /// below ProgramData.</summary>
    public static ServicePlaces Usual(bool isRoot, Func<string, string?> environmentVariable, string userName)
    {
        if (OperatingSystem.IsWindows())
        {
            var data = Path.Join(
                Environment.GetFolderPath(Environment.SpecialFolder.CommonApplicationData),
                "RgPolicy"
            );
            return new ServicePlaces(Path.Join(data, "run"), Path.Join(data, "state"));
        }

        var runtime =
            Given("RUNTIME_DIRECTORY")
            ?? (
                isRoot ? "/run/" + Name
                : Given("XDG_RUNTIME_DIR") is { } own ? Path.Join(own, Name)
                : $"/tmp/{Name}-{userName}"
            );
        var state =
            Given("STATE_DIRECTORY")
            ?? StateFolder.Of(Name, isRoot, environmentVariable)
            ?? $"/tmp/.local/state/{Name}";
        return new ServicePlaces(runtime, state);

        string? Given(string variable) => environmentVariable(variable) is { Length: > 0 } value ? value : null;
    }

    /// <summary>Those that the settings name, else the usual ones.</summary>
    public static ServicePlaces Of(
        ServiceSettings settings,
        bool isRoot,
        Func<string, string?> environmentVariable,
        string userName
    )
    {
        var usual = Usual(isRoot, environmentVariable, userName);
        return new ServicePlaces(
            settings.RuntimeDirectory ?? usual.RuntimeDirectory,
            settings.StateDirectory ?? usual.StateDirectory
        );
    }

    /// <summary>A target's status socket; on Windows its pipe, which lies in no directory.</summary>
    public string SocketOf(string target) =>
        OperatingSystem.IsWindows() ? StatusPipe.AddressOf(target) : Path.Join(RuntimeDirectory, target + SocketEnding);

    /// <summary>A target's kill switch.</summary>
    public string PauseFileOf(string target) => Path.Join(StateDirectory, target + ".paused");

    /// <summary>Where what happens at a target is kept minute by minute.</summary>
    public string MinutesOf(string target) => Path.Join(StateDirectory, target + ".minutes");

    /// <summary>What was changed in servers, remembered for taking it back.</summary>
    public string ChangesDirectory => Path.Join(StateDirectory, "changes");

    /// <summary>The targets that have a socket, in order of their names.</summary>
    public IReadOnlyList<string> Targets()
    {
        if (OperatingSystem.IsWindows())
            return StatusPipe.Targets();

        try
        {
            return
            [
                .. Directory
                    .EnumerateFiles(RuntimeDirectory, "*" + SocketEnding)
                    .Select(path => Path.GetFileNameWithoutExtension(path))
                    .Order(StringComparer.Ordinal),
            ];
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
