using RgPolicy.Language.Conditions;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Model;

/// <summary>A checked, immutable policy, bound for one target profile.</summary>
public sealed record Policy
{
    /// <summary>The path as the caller gave it.</summary>
    public required string Path { get; init; }

    /// <summary>What it was read from.</summary>
    public string Text { get; init; } = "";

    /// <summary>The language version; 1.</summary>
    public required int LanguageVersion { get; init; }

    /// <summary>Pools in the order of the text.</summary>
    public required ImmutableArray<Pool> Pools { get; init; }

    /// <summary>Classes in the order of the text; <c>default</c> last.</summary>
    public required ImmutableArray<QueryClass> Classes { get; init; }

    /// <summary>Windows in the order of the text.</summary>
    public ImmutableArray<Window> Windows { get; init; } = [];

    /// <summary>The cache strategy; static where the text has none.</summary>
    public CacheStrategy? CacheStrategy { get; init; }

    /// <summary>Who has the slots of several pools; null where the oldest queries have them.</summary>
    public SlotSchedule? Schedule { get; init; }

    /// <summary>Run-time rules in the order of the text.</summary>
    public ImmutableArray<Rule> Rules { get; init; } = [];

    /// <summary>States in the order of the text; the first that names a setting wins.</summary>
    public ImmutableArray<State> States { get; init; } = [];

    /// <summary>Objectives in the order of the text.</summary>
    public ImmutableArray<Objective> Objectives { get; init; } = [];

    /// <summary>Whether the text names a fact of its host, so that what it means differs from host to host.</summary>
    public bool NamesHost { get; init; }

    /// <summary>
    /// The same text bound for the generic host, where it names a fact of the host that it is bound
    /// for; null where what it means is the same on every host.
    /// </summary>
    public Policy? Portable { get; init; }

    /// <summary>Policy tests in the order of the text.</summary>
    public ImmutableArray<PolicyTest> Tests { get; init; } = [];
}

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
