using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql.Explain.Parameters;

/// <summary>Prepares a statement with parameters whose types the client declared and the server does not show. The
/// server infers most of them. Where it does not, each use of a parameter is prepared as a parameter of its own, and
/// what one use tells counts for all; what none tells is tried. All of it under the locks that the guard took:
/// preparing analyses a text and runs nothing that planning it would not.</summary>
internal static class ParameterTypes
{
    private const int MostTrials = 60;
    private const string Savepoint = "rgpolicy_types";
    private const string Trial = "rgpolicy_trial";

    /// <exception cref="PostgresException">The server takes it with no types that are tried; the first
    /// error.</exception>
    public static async Task PrepareAsync(
        ExplainSession session,
        string name,
        string text,
        int parameters,
        IReadOnlyList<int> rows,
        CancellationToken cancellationToken
    )
    {
        string[] types =
        [
            .. Enumerable.Range(1, parameters).Select(number => rows.Contains(number) ? "bigint" : TypeTrial.Open),
        ];
        if (await TryAsync(session, name, text, types, cancellationToken) is not { } first)
            return;
        if (!TypeTrial.MayHelp(first))
            throw first;
        if (await ByUsesAsync(session, text, parameters, cancellationToken) is not { } found)
            throw first;
        foreach (var number in rows)
            found[number - 1] = "bigint";
        if (await TryAsync(session, name, text, found, cancellationToken) is not null)
            throw first;
    }

    public static async Task<string[]> ReadAsync(
        ExplainSession session,
        string name,
        CancellationToken cancellationToken
    ) =>
        await PostgresQuery.AskAsync(
            session.Connection,
            "SELECT parameter_types::text[] FROM pg_prepared_statements WHERE name = $1",
            [name],
            cancellationToken
        ) as string[]
        ?? [];

    private static async Task<string[]?> ByUsesAsync(
        ExplainSession session,
        string text,
        int parameters,
        CancellationToken cancellationToken
    )
    {
        var uses = ParameterUses.Of(text);
        var trial = new TypeTrial(uses);
        for (var attempt = 0; attempt < MostTrials; attempt++)
        {
            if (await TryAsync(session, Trial, uses.Text, trial.Types, cancellationToken) is not { } error)
                return trial.Merge(await ToldAsync(session, cancellationToken), parameters);
            if (!trial.Revise(error, Head(Trial, trial.Types).Length))
                return null;
        }

        return null;
    }

    /// <summary>What the server says against it, or null; its locks stay either way.</summary>
    private static async Task<PostgresException?> TryAsync(
        ExplainSession session,
        string name,
        string text,
        IReadOnlyList<string> types,
        CancellationToken cancellationToken
    )
    {
        try
        {
            await session.RunAsync([$"SAVEPOINT {Savepoint}", Head(name, types) + text], cancellationToken);
            session.Prepared.Add(name);
            return null;
        }
        catch (PostgresException e) when (TypeTrial.MayHelp(e))
        {
            await session.RunAsync([$"ROLLBACK TO {Savepoint}"], cancellationToken);
            return e;
        }
    }

    private static async Task<string[]> ToldAsync(ExplainSession session, CancellationToken cancellationToken)
    {
        var told = await ReadAsync(session, Trial, cancellationToken);
        await session.RunAsync([$"DEALLOCATE {Trial}"], cancellationToken);
        session.Prepared.Remove(Trial);
        return told;
    }

    private static string Head(string name, IReadOnlyList<string> types) =>
        types.Count == 0 ? $"PREPARE {name} AS " : $"PREPARE {name}({string.Join(", ", types)}) AS ";
}

/// <summary>
/// A text in which each use of a parameter has a number of its own, so that each tells the type that it
/// needs, whatever the others do.
/// </summary>
/// <remarks><c>Owners</c>: by use, the number of its parameter in the text before, from 1. <c>Places</c>: by use, where
/// it begins in <c>Text</c>.</remarks>
internal sealed record ParameterUses(string Text, ImmutableArray<int> Owners, ImmutableArray<int> Places)
{
    public static ParameterUses Of(string text)
    {
        var (written, copied) = (new StringBuilder(text.Length), 0);
        var (owners, places) = (ImmutableArray.CreateBuilder<int>(), ImmutableArray.CreateBuilder<int>());
        foreach (var token in SqlLexer.Tokens(text))
        {
            if (token.Kind != SqlTokenKind.Parameter)
                continue;
            owners.Add(token.ParameterNumber(text));
            written.Append(text, copied, token.Start - copied);
            places.Add(written.Length);
            written.Append('$').Append(owners.Count.ToString(CultureInfo.InvariantCulture));
            copied = token.End;
        }

        return new ParameterUses(
            written.Append(text, copied, text.Length - copied).ToString(),
            owners.ToImmutable(),
            places.ToImmutable()
        );
    }
}
