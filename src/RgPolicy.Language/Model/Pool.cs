using System.Collections.Immutable;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Model;

/// <summary>A named set of settings. What it leaves out is not governed.</summary>
/// <param name="Name">The pool's name.</param>
/// <param name="Index">Position in <see cref="Policy.Pools"/>.</param>
/// <param name="Settings">In the order of the text.</param>
/// <param name="Range">The name's place.</param>
public sealed record Pool(string Name, int Index, ImmutableArray<Setting> Settings, TextRange Range)
{
    /// <summary>The setting of that name, or null where the pool leaves it out.</summary>
    public Setting? Find(SettingName name) => Settings.FirstOrDefault(setting => setting.Name == name);
}
