using RgPolicy.Engine.Compile;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Tests.Building;

/// <summary>Compiles policies that are written as text and have no error.</summary>
internal static class PolicyText
{
    public static PolicyProgram Compile(string text, TargetProfile? target = null)
    {
        var check = PolicyReader.Check(text, "p.rgp", target ?? TargetProfile.Generic);
        var errors = check.Diagnostics.Where(item => item.Severity == DiagnosticSeverity.Error);
        return PolicyProgram.Compile(
            check.Policy ?? throw new InvalidOperationException(string.Join('\n', errors.Select(item => item.Message))),
            target ?? TargetProfile.Generic
        );
    }
}
