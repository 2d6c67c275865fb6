using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Checking;

/// <summary>RG5001: settings that the target does not enforce as written.</summary>
internal sealed class TargetCheck(TargetProfile target, DiagnosticBag bag)
{
    public void Run(Policy policy)
    {
        foreach (var placed in PlacedSetting.All(policy))
        {
            Check(placed);
        }
    }

    private void Check(PlacedSetting placed)
    {
        var setting = placed.Setting;
        var capability = SettingCapability.Of(setting, target);
        if (capability.Degraded is null)
        {
            return;
        }

        var severity = setting.Required ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning;
        var required = setting.Required ? " It is required, so the policy is rejected for this target." : "";
        bag.Add(severity, "RG5001", setting.Range,
            $"`{setting.Text}` ({placed.Owner}) is not enforced as written on `{target.Name}` ({target.DbmsKind}). "
                + $"{capability.Reason} {capability.Degraded}{required}");
    }
}
