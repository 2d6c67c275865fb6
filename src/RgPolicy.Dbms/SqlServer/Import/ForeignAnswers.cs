namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>Reads what a classifier that RgPolicy did not write answers: a literal, NULL, a variable that holds one, or
/// a CASE of these.</summary>
internal sealed class ForeignAnswers(
    SqlCursor cursor,
    ForeignConditions conditions,
    Func<string, int> lengthOf,
    Action<string> leave
)
{
    private const string Default = "default";
    private const int Deepest = 50;

    public const int Most = 2000;

    private static readonly LoginTest Always = new LoginTest.Always(true);

    private int _depth;

    // The length of the type of what was read last; 0 for NULL, which has none.
    private int _length;

    /// <summary>The answers that come next, the last for all other sessions; null where it is something else.</summary>
    public ImmutableArray<ForeignAnswer>? Read(IReadOnlyDictionary<string, ImmutableArray<ForeignAnswer>> variables)
    {
        if (cursor.Take("(", "SELECT") || cursor.Take("("))
            return Deeper(() => Read(variables)) is { } inner && cursor.Take(")") ? inner : null;
        if (cursor.Take("CASE"))
            return Deeper(() => ReadCase(variables));
        if (cursor.Take("IIF", "("))
            return Deeper(() => ReadChoice(variables));
        if (cursor.Take("ISNULL", "("))
            return Deeper(() => ReadInstead(variables, isOfFirst: true));
        if (cursor.Take("COALESCE", "("))
            return Deeper(() => ReadInstead(variables, isOfFirst: false));
        if (cursor.Take("CAST", "("))
        {
            return
                Deeper(() => Read(variables)) is { } from
                && cursor.Take("AS")
                && ForeignType.TryRead(cursor, ForeignType.Converted, out var type)
                ? Converted(from, type)
                : null;
        }

        if (cursor.Take("CONVERT", "("))
        {
            return
                ForeignType.TryRead(cursor, ForeignType.Converted, out var type)
                && cursor.Take(",")
                && Deeper(() => Read(variables)) is { } from
                ? Converted(from, type)
                : null;
        }

        var token = cursor.TakeAny();
        var isLiteral = token.Kind == SqlTokenKind.Text;
        _length = isLiteral ? token.Text.Length : lengthOf(token.Text);
        return isLiteral ? [new ForeignAnswer(Always, token.Text)]
            : token.Is("NULL") ? [new ForeignAnswer(Always, Default, IsNull: true)]
            : variables.TryGetValue(token.Text, out var held) ? held
            : null;
    }

    /// <summary>A condition with the words that end it, or one that never holds where a class cannot ask it.</summary>
    public LoginTest ReadCondition(params string[] ends)
    {
        var (start, line) = (cursor.At, cursor.Line);
        if (conditions.Read() is { } test && IsAtOne(ends))
            return test;
        cursor.At = start;
        for (var depth = 0; cursor.Next.Kind != SqlTokenKind.End && (depth > 0 || !IsAtOne(ends)); )
        {
            depth +=
                cursor.IsAt("(") || cursor.IsAt("CASE") ? 1
                : cursor.IsAt(")") || cursor.IsAt("END") ? -1
                : 0;
            cursor.TakeAny();
        }

        leave($"line {line}: no class can ask `{cursor.Since(start)}`, so it classes no session");
        return new LoginTest.Always(false);
    }

    private ImmutableArray<ForeignAnswer>? ReadCase(
        IReadOnlyDictionary<string, ImmutableArray<ForeignAnswer>> variables
    )
    {
        var input = cursor.IsAt("WHEN") ? null : conditions.ReadInput();
        if (input is null && !cursor.IsAt("WHEN"))
            return null;
        var answers = ImmutableArray.CreateBuilder<ForeignAnswer>();
        var length = 0;
        while (cursor.Take("WHEN"))
        {
            var test = input is { } of ? conditions.ReadValue(of) : ReadCondition("THEN");
            if (test is null || !cursor.Take("THEN") || Read(variables) is not { } then)
                return null;
            answers.AddRange(then.Select(answer => answer.Where(test)));
            length = Math.Max(length, _length);
        }

        _length = 0;
        if (!cursor.IsAt("ELSE"))
            answers.Add(new ForeignAnswer(Always, Default, IsNull: true));
        else if (cursor.Take("ELSE") && Read(variables) is { } otherwise)
            answers.AddRange(otherwise);
        else
            return null;
        _length = Math.Max(length, _length);
        return cursor.Take("END") ? answers.ToImmutable() : null;
    }

    private ImmutableArray<ForeignAnswer>? ReadChoice(
        IReadOnlyDictionary<string, ImmutableArray<ForeignAnswer>> variables
    )
    {
        var test = ReadCondition(",");
        if (!cursor.Take(",") || Read(variables) is not { } then)
            return null;

        var length = _length;
        if (!cursor.Take(",") || Read(variables) is not { } otherwise || !cursor.Take(")"))
            return null;

        _length = Math.Max(length, _length);
        return [.. then.Select(answer => answer.Where(test)), .. otherwise];
    }

    /// <summary>What stands for NULL, from the first bracket on; that of ISNULL is cut as the first is.</summary>
    private ImmutableArray<ForeignAnswer>? ReadInstead(
        IReadOnlyDictionary<string, ImmutableArray<ForeignAnswer>> variables,
        bool isOfFirst
    )
    {
        if (Read(variables) is not { } first || !cursor.Take(","))
            return null;

        var length = _length;
        if (Read(variables) is not { } instead || !cursor.Take(")"))
            return null;

        _length = isOfFirst && length > 0 ? length : Math.Max(length, _length);
        return
        [
            .. first.SelectMany(answer =>
                answer.IsNull ? instead.Select(other => other.Where(answer.Test).Cut(_length)) : [answer]
            ),
        ];
    }

    private ImmutableArray<ForeignAnswer>? Converted(ImmutableArray<ForeignAnswer> answers, ForeignType? type)
    {
        _length = type?.Length ?? 0;
        return type is not null && cursor.Take(")") ? [.. answers.Select(answer => answer.Cut(_length))] : null;
    }

    private ImmutableArray<ForeignAnswer>? Deeper(Func<ImmutableArray<ForeignAnswer>?> read)
    {
        var answers = ++_depth < Deepest ? read() : null;
        _depth--;
        return answers is { Length: <= Most } ? answers : null;
    }

    private bool IsAtOne(string[] words) => Array.Exists(words, word => cursor.IsAt(word));
}
