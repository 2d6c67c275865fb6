using System.IO.Pipes;
using RgPolicy.Service.Status.Transport;

namespace RgPolicy.Service.Tests.Scripted;

/// <summary>A double of what Windows says about a pipe and its two ends; the pipe itself is real.</summary>
internal sealed class ScriptedPipeGuard : IPipeGuard
{
    public StatusAsker? Asker { get; set; } = new("HOST\\me", IsOperator: false);

    public string? Impostor { get; set; }

    /// <summary>How many of the next instances cannot be made.</summary>
    public int Failures { get; set; }

    public int Questions { get; private set; }

    public NamedPipeServerStream Create(string name, bool isFirst) =>
        Failures-- > 0
            ? throw new IOException("no memory")
            : new NamedPipeServerStream(
                name,
                PipeDirection.InOut,
                NamedPipeServerStream.MaxAllowedServerInstances,
                PipeTransmissionMode.Byte,
                PipeOptions.Asynchronous | (isFirst ? PipeOptions.FirstPipeInstance : PipeOptions.None)
            );

    public StatusAsker? AskerOf(NamedPipeServerStream pipe)
    {
        Questions++;
        return Asker;
    }

    public string? ImpostorAt(NamedPipeClientStream pipe) => Impostor;
}
