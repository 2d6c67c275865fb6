using RgPolicy.Documents.Status;
using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Compile;

namespace RgPolicy.Service.Status;

/// <summary>Parts of a compiled policy as several documents have them.</summary>
public static class PolicyMapper
{
    /// <summary>What became of settings.</summary>
    public static SettingStatus[] Settings(IEnumerable<SettingEffect> settings) =>
        [.. settings.Select(each => new SettingStatus(each.Name, each.Requested, each.Effective, each.Effect, each.Reason))];

    /// <summary>What of a policy is not carried out.</summary>
    public static NotEnforcedStep[] NotEnforced(PolicyProgram program)
    {
        ArgumentNullException.ThrowIfNull(program);
        return [.. program.NotEnforced.Select(each => new NotEnforcedStep(each.Name, each.Line, each.Reason))];
    }
}
