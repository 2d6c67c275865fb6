using RgPolicy.Host.Facts;

namespace RgPolicy.Service.Status.Transport;

/// <summary>Which transport an address means.</summary>
internal static class StatusTransport
{
    /// <summary>A pipe for a pipe's address on Windows; else a Unix socket.</summary>
    public static IStatusTransport Of(string address) =>
        OperatingSystem.IsWindows() && StatusPipe.NameOf(address) is { } name
            ? new PipeTransport(name, new WindowsPipeGuard())
            : new SocketTransport(address, ProcessUser.Read(FileRoot.Machine, Environment.ProcessId) ?? -1);
}
