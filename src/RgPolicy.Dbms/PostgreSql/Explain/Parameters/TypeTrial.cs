using Npgsql;

namespace RgPolicy.Dbms.PostgreSql.Explain.Parameters;

/// <summary>What is declared of each use of a parameter while the server refuses a text, and what is tried next. Pure:
/// it only reads the server's errors.</summary>
internal sealed class TypeTrial(ParameterUses uses)
{
    public const string Open = "unknown";

    // So the server itself takes a bare literal that nothing tells the type of.
    private const string Untold = "text";

    // What arithmetic with dates, times and numbers, and calls of functions, mostly take.
    private static readonly string[] Candidates =
    [
        "integer",
        "interval",
        "numeric",
        "text",
        "date",
        "timestamp with time zone",
        "boolean",
        "uuid",
        "double precision",
        "jsonb",
        "text[]",
        "integer[]",
    ];

    // Between two of these words stands another condition or another part of the statement.
    private static readonly string[] Separators = WordList.Of(
        "and or where on having select from group order union when then else join limit"
    );

    private readonly string[] _types = [.. uses.Owners.Select(_ => Open)];
    private (int Use, int Candidate, int Position)? _trying;

    public IReadOnlyList<string> Types => _types;

    public bool Revise(PostgresException error, int offset)
    {
        if (IsOfOneParameter(error))
        {
            if (Named(error) is not { } named || _types[named] != Open)
                return false;
            _types[named] = Untold;
            return true;
        }

        if (!IsOfTypes(error))
            return false;
        var position = error.Position - 1 - offset;
        if (_trying is { } trying && AreInOnePart(trying.Position, position))
            return TryNext(trying);
        return NearestOpen(position) is { } use && TryNext((use, -1, position));
    }

    public static bool MayHelp(PostgresException error) => IsOfOneParameter(error) || IsOfTypes(error);

    /// <summary>The types of the parameters: of their uses the one that tells most.</summary>
    public string[] Merge(IReadOnlyList<string> told, int parameters)
    {
        var merged = new string[parameters];
        for (var number = 1; number <= parameters; number++)
        {
            var own = Enumerable.Range(0, uses.Owners.Length).Where(use => uses.Owners[use] == number).ToArray();
            merged[number - 1] = own.Length == 0 ? Untold : told[own.MinBy(use => Rank(_types[use], told[use]))];
        }

        return merged;
    }

    // The server takes a column of the result that nothing tells for text, so text tells less than any other type.
    private static int Rank(string declared, string told) =>
        declared switch
        {
            Open => told == Untold ? 1 : 0,
            Untold => 3,
            _ => 2,
        };

    private bool TryNext((int Use, int Candidate, int Position) last)
    {
        if (last.Candidate + 1 == Candidates.Length)
            return false;
        _trying = last with { Candidate = last.Candidate + 1 };
        _types[last.Use] = Candidates[last.Candidate + 1];
        return true;
    }

    private int? NearestOpen(int position) =>
        Enumerable
            .Range(0, _types.Length)
            .Where(use => _types[use] == Open)
            .OrderBy(use => Math.Abs(uses.Places[use] - position))
            .Select(use => (int?)use)
            .FirstOrDefault();

    private bool AreInOnePart(int one, int other)
    {
        var (from, to) = (Math.Min(one, other), Math.Max(one, other));
        return !SqlLexer
            .Tokens(uses.Text)
            .Exists(token =>
                token.Start > from && token.Start < to && Array.Exists(Separators, word => token.Is(uses.Text, word))
            );
    }

    private static bool IsOfOneParameter(PostgresException error) =>
        error.SqlState is PostgresErrorCodes.IndeterminateDatatype or PostgresErrorCodes.AmbiguousParameter;

    private static bool IsOfTypes(PostgresException error) =>
        error.Position > 0
        && error.SqlState
            is PostgresErrorCodes.UndefinedFunction
                or PostgresErrorCodes.AmbiguousFunction
                or PostgresErrorCodes.DatatypeMismatch
                or PostgresErrorCodes.CannotCoerce;

    private int? Named(PostgresException error)
    {
        var dollar = error.MessageText.LastIndexOf('$');
        return
            dollar >= 0
            && int.TryParse(
                error.MessageText.AsSpan(dollar + 1),
                NumberStyles.None,
                CultureInfo.InvariantCulture,
                out var number
            )
            && number >= 1
            && number <= _types.Length
            ? number - 1
            : null;
    }
}
