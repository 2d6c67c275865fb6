using RgPolicy.Dbms.Configure.Logins;

namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>Reads what a classifier that RgPolicy did not write answers: a literal, NULL, a variable that holds one, or
/// a CASE of these.</summary>
/// <param name="cursor">The text.</param>
/// <param name="conditions">Reads its conditions.</param>
/// <param name="leave">Told of each condition that a class cannot ask.</param>
internal sealed class ForeignAnswers(SqlCursor cursor, ForeignConditions conditions, Action<string> leave)
{
    private const string Default = "default";
    private const int Deepest = 50;

    /// <summary>A classifier with more answers than this is not read.</summary>
    public const int Most = 2000;

    private static readonly LoginTest Always = new LoginTest.Always(true);

    private int _depth;

    /// <summary>The answers that come next, the last for all other sessions; null where it is something else.</summary>
    public ImmutableArray<ForeignAnswer>? Read(IReadOnlyDictionary<string, ImmutableArray<ForeignAnswer>> variables)
    {
        if (cursor.Take("(", "SELECT") || cursor.Take("("))
            return Deeper(() => Read(variables)) is { } inner && cursor.Take(")") ? inner : null;
        if (cursor.Take("CASE"))
            return Deeper(() => ReadCase(variables));
        if (cursor.Take("IIF", "("))
            return Deeper(() => ReadChoice(variables));
        if (cursor.Take("ISNULL", "(") || cursor.Take("COALESCE", "("))
            return Deeper(() => ReadInstead(variables));
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

        if (token.Kind == TransactSqlTokenKind.Literal)
            return [new ForeignAnswer(Always, token.Text)];
        if (token.Is("NULL"))
            return [new ForeignAnswer(Always, Default, IsNull: true)];
        if (variables.TryGetValue(token.Text, out var held))
            return held;
        return null;
    }

    /// <summary>A condition with the words that end it, or one that never holds where a class cannot ask it.</summary>
    public LoginTest ReadCondition(params string[] ends)
    {
        var (start, line) = (cursor.At, cursor.Line);
        if (conditions.Read() is { } test && IsAtOne(ends))
            return test;
        cursor.At = start;
        for (var depth = 0; cursor.Next.Kind != TransactSqlTokenKind.End && (depth > 0 || !IsAtOne(ends)); )
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
        while (cursor.Take("WHEN"))
        {
            var test = input is { } of ? conditions.ReadValue(of) : ReadCondition("THEN");
            if (test is null || !cursor.Take("THEN") || Read(variables) is not { } then)
                return null;
            answers.AddRange(then.Select(answer => answer.Where(test)));
        }

        if (!cursor.IsAt("ELSE"))
            answers.Add(new ForeignAnswer(Always, Default, IsNull: true));
        else if (cursor.Take("ELSE") && Read(variables) is { } otherwise)
            answers.AddRange(otherwise);
        else
            return null;
        return cursor.Take("END") ? answers.ToImmutable() : null;
    }

    private ImmutableArray<ForeignAnswer>? ReadChoice(
        IReadOnlyDictionary<string, ImmutableArray<ForeignAnswer>> variables
    )
    {
        var test = ReadCondition(",");
        return
            cursor.Take(",")
            && Read(variables) is { } then
            && cursor.Take(",")
            && Read(variables) is { } otherwise
            && cursor.Take(")")
            ? [.. then.Select(answer => answer.Where(test)), .. otherwise]
            : null;
    }

    /// <summary>What stands for NULL, from the first bracket of ISNULL on.</summary>
    private ImmutableArray<ForeignAnswer>? ReadInstead(
        IReadOnlyDictionary<string, ImmutableArray<ForeignAnswer>> variables
    ) =>
        Read(variables) is { } first && cursor.Take(",") && Read(variables) is { } instead && cursor.Take(")")
            ?
            [
                .. first.SelectMany(answer =>
                    answer.IsNull ? instead.Select(other => other.Where(answer.Test)) : [answer]
                ),
            ]
            : null;

    private ImmutableArray<ForeignAnswer>? Converted(ImmutableArray<ForeignAnswer> answers, ForeignType? type) =>
        type is { } text && cursor.Take(")") ? [.. answers.Select(answer => answer.Cut(text.Length))] : null;

    private ImmutableArray<ForeignAnswer>? Deeper(Func<ImmutableArray<ForeignAnswer>?> read)
    {
        var answers = ++_depth < Deepest ? read() : null;
        _depth--;
        return answers is { Length: <= Most } ? answers : null;
    }

    private bool IsAtOne(string[] words) => Array.Exists(words, word => cursor.IsAt(word));
}
