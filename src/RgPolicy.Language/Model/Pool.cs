using RgPolicy.Language.Conditions;
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

/// <summary>A class of queries and its pool. The last one is <c>default</c> and has no condition.</summary>
/// <param name="Name">The class's name; <c>default</c> for the last.</param>
/// <param name="Index">Position in <see cref="Policy.Classes"/>.</param>
/// <param name="Pool">Where its queries go.</param>
/// <param name="Condition">Null only for <c>default</c>.</param>
/// <param name="Range">The whole statement's place; its start line is what explanations print.</param>
public sealed record QueryClass(string Name, int Index, Pool Pool, Condition? Condition, TextRange Range);
