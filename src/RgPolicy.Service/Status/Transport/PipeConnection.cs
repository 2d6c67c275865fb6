using System.IO.Pipes;

namespace RgPolicy.Service.Status.Transport;

/// <summary>One asker at a pipe.</summary>
internal sealed class PipeConnection(NamedPipeServerStream pipe, IPipeGuard guard) : IStatusConnection
{
    public Stream Stream => pipe;

    public StatusAsker? Asker() => guard.AskerOf(pipe);

    public void Dispose() => pipe.Dispose();
}
