namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>What a classifier's variables hold at the place that is read: one of the inputs, or an answer.</summary>
internal sealed class ForeignVariables(bool countsCase)
{
    private static readonly LoginTest Always = new LoginTest.Always(true);

    private readonly Dictionary<string, ForeignType> _types = new(Names(countsCase));
    private readonly Dictionary<string, ForeignInput> _inputs = new(Names(countsCase));
    private readonly HashSet<string> _opaque = new(Names(countsCase));
    private readonly Dictionary<string, (string Name, int Length)> _declared = new(Names(countsCase));
    private readonly Dictionary<string, ForeignClock> _clocks = new(Names(countsCase));

    /// <summary>What the variables without an input hold, by name: the first whose condition holds.</summary>
    public ImmutableDictionary<string, ImmutableArray<ForeignAnswer>> Answers { get; private set; } =
        ImmutableDictionary.Create<string, ImmutableArray<ForeignAnswer>>(Names(countsCase));

    /// <summary>The input that a variable holds, or null.</summary>
    public ForeignInput? Input(string name) => _inputs.TryGetValue(name, out var held) ? held : null;

    /// <summary>What a variable holds of the clock, or to compare it with; null where it is none of this.</summary>
    public ForeignClock? Clock(string name) => _clocks.GetValueOrDefault(name);

    /// <summary>The length of a variable's type; 0 where it has none.</summary>
    public int LengthOf(string name) => _types.GetValueOrDefault(name).Length;

    /// <summary>The text that a variable holds for every session, filled up as its type says, or null.</summary>
    public string? Constant(string name) =>
        Answers.GetValueOrDefault(name, []) is [{ Test: LoginTest.Always { Value: true }, IsNull: false } only]
            ? _types[name].Filled(only.Group)
            : null;

    public bool Declare(string name, string typeName, ForeignType? type)
    {
        _declared[name] = (typeName, type?.Length ?? 0);
        if (type is not { } known)
            return Forget(name);
        _types[name] = known;
        Answers = Answers.SetItem(name, [new ForeignAnswer(Always, "default", IsNull: true)]);
        return true;
    }

    /// <returns>False where it holds something else, or would for some sessions.</returns>
    public bool TryHold(string name, ForeignInput input, bool isAlways)
    {
        if (
            _opaque.Contains(name)
            || !_types.TryGetValue(name, out var type)
            || input.In(type) is not { } held
            || (_inputs.TryGetValue(name, out var before) ? before != held : !isAlways)
        )
            return false;
        (_inputs[name], Answers) = (held, Answers.Remove(name));
        return true;
    }

    /// <returns>False where it holds something else, or would for some sessions.</returns>
    public bool TryHold(string name, ForeignClock clock, bool isAlways)
    {
        if (
            !isAlways
            || _clocks.ContainsKey(name)
            || _inputs.ContainsKey(name)
            || !_declared.TryGetValue(name, out var type)
            || clock.In(type.Name, type.Length) is not { } held
        )
            return false;
        _opaque.Add(name);
        (_clocks[name], Answers) = (held, Answers.Remove(name));
        return true;
    }

    /// <returns>False where it holds something else.</returns>
    public bool TryHold(string name, ImmutableArray<ForeignAnswer> answers)
    {
        if (_opaque.Contains(name) || _inputs.ContainsKey(name) || !_types.TryGetValue(name, out var type))
            return false;
        Answers = Answers.SetItem(name, [.. answers.Select(answer => answer.Cut(type.Length))]);
        return true;
    }

    /// <returns>False where it holds an input.</returns>
    public bool Forget(string name)
    {
        if (_inputs.ContainsKey(name))
            return false;
        _opaque.Add(name);
        _clocks.Remove(name);
        Answers = Answers.Remove(name);
        return true;
    }

    public void Restore(ImmutableDictionary<string, ImmutableArray<ForeignAnswer>> answers) =>
        Answers = answers.RemoveRange(_opaque);

    public static ImmutableDictionary<string, ImmutableArray<ForeignAnswer>> Merge(
        LoginTest test,
        ImmutableDictionary<string, ImmutableArray<ForeignAnswer>> then,
        ImmutableDictionary<string, ImmutableArray<ForeignAnswer>> otherwise
    ) =>
        test switch
        {
            LoginTest.Always { Value: true } => then,
            LoginTest.Always => otherwise,
            _ => otherwise.SetItems(
                then.Select(each =>
                    KeyValuePair.Create(
                        each.Key,
                        Merge(
                            test,
                            each.Value,
                            otherwise.GetValueOrDefault(each.Key, [new ForeignAnswer(Always, "default", IsNull: true)])
                        )
                    )
                )
            ),
        };

    private static ImmutableArray<ForeignAnswer> Merge(
        LoginTest test,
        ImmutableArray<ForeignAnswer> then,
        ImmutableArray<ForeignAnswer> otherwise
    )
    {
        var own =
            then.Length >= otherwise.Length && then.AsSpan()[^otherwise.Length..].SequenceEqual(otherwise.AsSpan())
                ? then[..^otherwise.Length]
                : then;
        return [.. own.Select(answer => answer.Where(test)), .. otherwise];
    }

    private static StringComparer Names(bool countsCase) =>
        countsCase ? StringComparer.Ordinal : StringComparer.OrdinalIgnoreCase;
}

/// <summary>What a classifier is told of a session, as an expression or a variable holds it.</summary>
/// <remarks><c>Length</c>: the most letters that are left of it. <c>IsPadded</c>: it is filled up with blanks.
/// <c>Case</c>: u or L where UPPER or LOWER was taken of it.</remarks>
internal readonly record struct ForeignInput(
    LoginInput Input,
    int Length = ForeignType.Longest,
    bool IsPadded = false,
    char? Case = null
)
{
    /// <summary>True where nothing of it can be missing.</summary>
    public bool IsWhole => Length >= ForeignType.Longest;

    /// <summary>The same, cut as a type cuts it; null for a type that holds no text.</summary>
    public ForeignInput? In(ForeignType? type) =>
        type is { } known
            ? this with
            {
                Length = Math.Min(Length, known.Length),
                IsPadded = IsPadded || known.IsPadded,
            }
            : null;

    /// <summary>False for a text with letters that UPPER or LOWER has taken away, where case counts.</summary>
    public bool CanHold(string text) =>
        Case switch
        {
            'U' => text.All(c => char.ToUpperInvariant(c) == c),
            'L' => text.All(c => char.ToLowerInvariant(c) == c),
            _ => true,
        };
}
