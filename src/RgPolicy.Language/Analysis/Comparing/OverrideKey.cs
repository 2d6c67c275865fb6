using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>A setting of a pool.</summary>
internal readonly record struct OverrideKey(string Pool, SettingName Setting)
{
    public override string ToString() => $"{SettingNames.ToText(Setting)} of pool {Pool}";
}
