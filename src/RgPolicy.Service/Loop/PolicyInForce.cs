using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Service.Logging;

namespace RgPolicy.Service.Loop;

/// <summary>The policy that the loop decides by. A changed file with an error changes nothing, and says so.</summary>
internal sealed class PolicyInForce
{
    private readonly LoopParts _parts;

    public PolicyInForce(LoopParts parts)
    {
        _parts = parts;
        Governor = new Governor(parts.Program, new GovernorOptions());
    }

    /// <summary>With the settings of the active states.</summary>
    public PolicyProgram Program => Governor.Program;

    public Governor Governor { get; }

    /// <summary>Why the last change was rejected; null when the file's last state is in force.</summary>
    public string? Error { get; private set; }

    /// <summary>Puts a changed file's policy in force.</summary>
    public void ReloadWhenChanged()
    {
        if (_parts.PolicyFile?.LoadWhenChanged() is not { } load)
        {
            return;
        }

        if (load.Program is not { } program)
        {
            Error = load.FirstError;
            _parts.Logger.PolicyRejected(_parts.PolicyPath, Program.Revision, Error ?? "");
            return;
        }

        Error = null;
        Governor.Replace(program);
        _parts.Logger.PolicyReplaced(_parts.PolicyPath, program.Revision);
    }
}
