using RgPolicy.Service.Watching;

namespace RgPolicy.Service.Tests.Scripted;

/// <summary>A backend that looks as a test tells it to.</summary>
internal sealed class ScriptedGlance : IBackendGlance
{
    public StatementState Sign { get; set; }

    public int Looks { get; private set; }

    public bool HasEnded() => Sign == StatementState.Ended;

    public bool IsClosed { get; private set; }

    public StatementState Look()
    {
        Looks++;
        return Sign;
    }

    public void Dispose() => IsClosed = true;
}
