using System.Diagnostics;
using RgPolicy.Host.Client;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Tests.Integration;

/// <summary>The real program, started by the test, with a state directory of its own.</summary>
internal sealed class SidecarUnderTest : IDisposable
{
    private readonly List<Process> _started = [];
    private readonly StringBuilder _said = new();
    private readonly string[] _options;
    private readonly uint _user;
    private readonly uint _group;

    private SidecarUnderTest(string[] options, uint user, uint group)
    {
        Directory = System.IO.Directory.CreateTempSubdirectory("rgp-sidecar-").FullName;
        Assert.Equal(0, Libc.ChangeOwner(Directory, user, user));
        _options = options;
        _user = user;
        _group = group;
    }

    /// <summary>What the last one that was started said.</summary>
    internal static string LastSaid { get; private set; } = string.Empty;

    internal string Directory { get; }

    internal string Socket => Path.Join(Directory, "sidecar.sock");

    internal string Said
    {
        get
        {
            lock (_said)
            {
                return _said.ToString();
            }
        }
    }

    internal static SidecarUnderTest Guarding(FakeServer server, params string[] options) =>
        Start(["--postmaster", $"{server.ProcessId}", .. options]);

    /// <summary>One that is not started, with a state directory of its own.</summary>
    internal static SidecarUnderTest Idle() => new([], 0, 0);

    internal static SidecarUnderTest Start(params string[] options) => StartAs(0, options);

    /// <summary>Starts one that runs as a user without any capability.</summary>
    internal static SidecarUnderTest StartAs(uint user, params string[] options) => StartAs(user, user, options);

    /// <summary>The same with a group of its own.</summary>
    internal static SidecarUnderTest StartAs(uint user, uint group, string[] options)
    {
        // Only tests of the lease itself may see it run out, however busy the machine is.
        string[] lease = options.Contains("--lease-ms", StringComparer.Ordinal) ? [] : ["--lease-ms", "30000"];
        var sidecar = new SidecarUnderTest([.. options, .. lease], user, group);
        sidecar.StartGuard();
        return sidecar;
    }

    // As it was built for the tests, or as it is shipped where that is said.
    private static readonly string s_programs = Environment.GetEnvironmentVariable("RGPOLICY_SIDECAR_DIRECTORY")
        is { Length: > 0 } directory
        ? directory
        : AppContext.BaseDirectory;

    /// <summary>The program.</summary>
    internal static IReadOnlyList<string> Command { get; } = SidecarLauncher.FindCommand(s_programs)!;

    /// <summary>Starts a guard, again if need be.</summary>
    internal Process StartGuard()
    {
        var guard = Run(["guard", "--socket", Socket, "--state-dir", Directory, .. _options]);
        _started.Add(guard);
        return guard;
    }

    /// <summary>Runs <c>reset</c> and returns its exit code.</summary>
    internal int Reset() => RunToItsEnd(["reset", "--state-dir", Directory]);

    /// <summary>Runs a verb to its end, as the sidecar's user, and returns its exit code.</summary>
    private int RunToItsEnd(string[] words)
    {
        using var process = Run(words);
        Assert.True(process.WaitForExit(Eventually.Patience));
        // With a limit it returns before the last lines are read; without one it waits for them too.
        process.WaitForExit();
        return process.ExitCode;
    }

    /// <summary>Stops both halves, so that neither sees the other's death.</summary>
    internal void StopBoth()
    {
        Eventually.True(() => Running().Length == 2, "one guard and one mover run");
        foreach (var id in Running())
            _ = Libc.Kill(id, 19);
    }

    /// <summary>Kills both halves as if at the same moment.</summary>
    internal void KillBoth()
    {
        StopBoth();
        foreach (var id in Running())
            _ = Libc.Kill(id, 9);

        Eventually.True(() => Running().Length == 0, "both halves are dead");
    }

    /// <summary>Connects; waits until the sidecar listens.</summary>
    internal Task<SidecarClient> ConnectAsync() => ConnectAsync(Socket);

    /// <summary>Connects to a sidecar that is about to listen.</summary>
    internal static async Task<SidecarClient> ConnectAsync(string socket)
    {
        var started = Stopwatch.GetTimestamp();
        while (true)
        {
            try
            {
                var client = await SidecarClient.ConnectAsync(
                    socket,
                    TimeSpan.FromSeconds(60),
                    new SidecarRescue(s_programs),
                    CancellationToken.None
                );
                _ = await client.GetStateAsync(CancellationToken.None);
                return client;
            }
            catch (SidecarException) when (Stopwatch.GetElapsedTime(started) < Eventually.Patience)
            {
                Pause.Milliseconds(20);
            }
        }
    }

    /// <summary>Ends both halves, whichever they are by now.</summary>
    public void Dispose()
    {
        EndAll();
        _started.ForEach(p => p.Dispose());
        System.IO.Directory.Delete(Directory, recursive: true);
    }

    /// <summary>The numbers of all processes of this sidecar that run.</summary>
    internal int[] Running() =>
        [
            .. FileRoot
                .Machine.DirectoryNames("/proc")
                .Where(n => int.TryParse(n, out _) && IsOurs(n))
                .Select(n => int.Parse(n, System.Globalization.CultureInfo.InvariantCulture)),
        ];

    /// <summary>The same without a <c>reset</c>, which a client that lost both halves runs.</summary>
    internal int[] Halves() =>
        [
            .. Running()
                .Where(id =>
                    Words($"{id}") is { Length: > 1 } words && !words.Contains("reset", StringComparer.Ordinal)
                ),
        ];

    private bool IsOurs(string id) =>
        Words(id).Contains(Directory, StringComparer.Ordinal)
        && ProcessStat.Read(FileRoot.Machine, int.Parse(id, System.Globalization.CultureInfo.InvariantCulture))
            is { HasEnded: false };

    // One word, empty, of a process that is just ending.
    private static string[] Words(string id) =>
        (FileRoot.Machine.ReadText($"/proc/{id}/cmdline") ?? string.Empty).Split('\0');

    private void EndAll()
    {
        for (var attempt = 0; attempt < 100 && Running() is { Length: > 0 } running; attempt++)
        {
            foreach (var id in running)
                _ = Libc.Kill(id, attempt < 60 ? 15 : 9);

            Pause.Milliseconds(30);
        }
    }

    private Process Run(string[] arguments)
    {
        string[] command = [.. AsUser(_user, _group), .. Command];
        var start = new ProcessStartInfo(command[0])
        {
            UseShellExecute = false,
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        };
        foreach (var word in command.Skip(1).Concat(arguments))
            start.ArgumentList.Add(word);

        var process = Process.Start(start)!;
        process.ErrorDataReceived += (_, e) => Add(e.Data);
        process.OutputDataReceived += (_, e) => Add(e.Data);
        process.BeginErrorReadLine();
        process.BeginOutputReadLine();
        return process;
    }

    private static string[] AsUser(uint user, uint group) =>
        user == 0 ? [] : ["setpriv", $"--reuid={user}", $"--regid={group}", "--clear-groups", "--inh-caps=-all"];

    private void Add(string? line)
    {
        lock (_said)
        {
            _said.AppendLine(line);
            LastSaid = _said.ToString();
        }
    }
}
