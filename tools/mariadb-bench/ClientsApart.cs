using System.Diagnostics;
using RgPolicy.Testing.MariaDb;
using RgPolicy.Testing.Stack;

namespace RgPolicy.MariaDbBench;

/// <summary>This program runs on the last processor, and the server and what governs it on the others (taskset), as if
/// the clients were another host: what short transactions do more of takes nothing from the server but their work
/// there.</summary>
internal sealed class ClientsApart : IDisposable
{
    private static readonly string All = Range(0, Environment.ProcessorCount - 1);

    private readonly int _server;

    private ClientsApart(int server) => _server = server;

    /// <summary>Begins, before there are clients; it ends when this is disposed.</summary>
    /// <param name="server">The server.</param>
    /// <param name="governed">What governs it; null where nothing does.</param>
    /// <exception cref="InvalidOperationException">There is one processor only, or taskset is missing.</exception>
    public static ClientsApart Begin(MariaDbServer server, GovernedServer? governed)
    {
        var last = Environment.ProcessorCount - 1;
        if (last < 1)
            throw new InvalidOperationException("clients and server cannot be apart on one processor");
        IEnumerable<int> governing = governed is null ? [] : [governed.Service.ProcessId, .. governed.SidecarProcesses];
        foreach (var process in governing.Append(server.ProcessId))
            Set(process, Range(0, last - 1));
        Set(Environment.ProcessId, Range(last, last));
        return new ClientsApart(server.ProcessId);
    }

    public void Dispose()
    {
        Set(_server, All);
        Set(Environment.ProcessId, All);
    }

    private static string Range(int first, int last) => string.Create(CultureInfo.InvariantCulture, $"{first}-{last}");

    private static void Set(int process, string processors)
    {
        using var program =
            Process.Start(
                new ProcessStartInfo(
                    "taskset",
                    ["-a", "-p", "-c", processors, process.ToString(CultureInfo.InvariantCulture)]
                )
                {
                    RedirectStandardOutput = true,
                    UseShellExecute = false,
                }
            ) ?? throw new InvalidOperationException("taskset did not start");
        _ = program.StandardOutput.ReadToEnd();
        program.WaitForExit();
        if (program.ExitCode != 0)
            throw new InvalidOperationException("taskset failed: clients cannot be apart here");
    }
}
