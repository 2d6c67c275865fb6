using System.Diagnostics;

namespace RgPolicy.MariaDbBench;

/// <summary>This program's threads go before all others (chrt), as if clients had processors of their own, as on
/// another host: what is measured is what the server takes, and not how long its answers wait for a client.</summary>
internal sealed class ClientsFirst : IDisposable
{
    private ClientsFirst() { }

    /// <summary>Begins; it ends when this is disposed.</summary>
    /// <exception cref="InvalidOperationException">chrt is missing, or may not do it.</exception>
    public static ClientsFirst Begin()
    {
        Set("--fifo", "1");
        return new ClientsFirst();
    }

    public void Dispose() => Set("--other", "0");

    private static void Set(string policy, string priority)
    {
        using var program =
            Process.Start(
                new ProcessStartInfo(
                    "chrt",
                    ["-a", policy, "-p", priority, Environment.ProcessId.ToString(CultureInfo.InvariantCulture)]
                )
            ) ?? throw new InvalidOperationException("chrt did not start");
        program.WaitForExit();
        if (program.ExitCode != 0)
            throw new InvalidOperationException("chrt failed: clients cannot go first here");
    }
}
