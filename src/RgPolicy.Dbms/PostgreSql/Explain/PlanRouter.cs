using RgPolicy.Dbms.PostgreSql.Poll;
using RgPolicy.Dbms.PostgreSql.Sql;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>Decides by its text alone how a statement's plan is come by; no round trip.</summary>
internal static class PlanRouter
{
    public static PlanRoute Route(StatementFacts statement)
    {
        var text = StatementTextReader.Read(statement.Text ?? "");
        if (statement.IsTruncated)
            return Cut(statement, text);
        if (text.Text.Contains(ServerEncodings.Unreadable, StringComparison.Ordinal))
            return None(
                "the text has bytes that are no letters in the encoding of its database, so it cannot be sent again "
                    + "as it was written"
            );
        if (text.IsUnreadable)
            return None("the text cannot be read with certainty (unusual quoting, or it is cut)");
        if (text.Statements == 0)
            return None("the text holds no statement");
        if (text.Statements > 1)
            return ElseNone("the text holds several statements, and which one runs is not shown") with
            {
                Batch = text.Text,
            };
        return ByFirstWord(statement, text);
    }

    private static PlanRoute ByFirstWord(StatementFacts statement, StatementText text) =>
        text.FirstWord switch
        {
            "SELECT" or "VALUES" or "TABLE" or "WITH" => Query(statement, text),
            "INSERT" or "UPDATE" or "DELETE" or "MERGE" => Write(statement.Kind, text),
            "COPY" => Copy(statement, text),
            "EXECUTE" => ElseNone("it runs a prepared statement whose text is not shown"),
            "FETCH" or "MOVE" => Hidden("it runs a cursor whose text is not shown"),
            "CALL" or "DO" => Hidden("it runs a procedure whose statements are not shown"),
            "EXPLAIN" => Explain(statement, text),
            "REFRESH" => ByKind(statement.Kind) with { Refresh = RefreshStatement.Read(text.Text) },
            _ => ByKind(statement.Kind),
        };

    /// <summary>What only may write, such as WITH, is not known by its beginning.</summary>
    private static PlanRoute Cut(StatementFacts statement, StatementText text) =>
        text.Statements <= 1 && text.FirstWord is "INSERT" or "UPDATE" or "DELETE" or "MERGE"
            ? Inferred(statement.Kind)
            : ElseNone("the server keeps only the beginning of the text; raise track_activity_query_size");

    private static PlanRoute Query(StatementFacts statement, StatementText text)
    {
        if (
            statement.Kind
            is StatementKind.Insert
                or StatementKind.Update
                or StatementKind.Delete
                or StatementKind.Merge
        )
            return Write(statement.Kind, text);
        if (statement.Kind == StatementKind.BulkLoad)
            return ByKind(statement.Kind);
        if (text.WritesInWith)
            return Inferred(statement.Kind);
        if (text.LocksRows)
            return new PlanRoute(
                PlanAnswer.Inferred(statement.Kind) with
                {
                    RowsQuery = ReadingPart.WithoutLocks(text.Text),
                },
                null
            );
        return new PlanRoute(null, text.Text);
    }

    private static PlanRoute Explain(StatementFacts statement, StatementText text)
    {
        // The server takes no EXPLAIN inside another.
        if (
            ExplainStatement.Read(text.Text) is not { } explained
            || new SqlLexer(explained.Inner).Next().Is(explained.Inner, "explain")
        )
            return None("the statement inside EXPLAIN cannot be read with certainty");
        return explained.Runs
            ? Route(statement with { Kind = StatementKindReader.FromText(explained.Inner), Text = explained.Inner })
            : ByKind(StatementKind.Utility);
    }

    private static PlanRoute Copy(StatementFacts statement, StatementText text)
    {
        if (CopyStatement.Read(text.Text) is not { } query)
            return ByKind(statement.Kind);
        var inner = StatementTextReader.Read(query);
        if (inner.Statements != 1 || inner.IsUnreadable)
            return None("the query inside COPY cannot be read with certainty");
        return inner.FirstWord is "SELECT" or "VALUES" or "TABLE" or "WITH"
            ? Query(statement with { Kind = StatementKind.Select }, inner)
            : Inferred(StatementKind.Other);
    }

    private static PlanRoute ByKind(StatementKind kind) => new(PlanAnswer.Lasting(PlanFactsMaker.FromKind(kind)), null);

    private static PlanRoute Write(StatementKind kind, StatementText text) =>
        new(PlanAnswer.Inferred(kind) with { RowsQuery = text.WritesInWith ? null : ReadingPart.Of(text.Text) }, null);

    private static PlanRoute Inferred(StatementKind kind) => new(PlanAnswer.Inferred(kind), null);

    private static PlanRoute None(string reason) => new(PlanAnswer.None(reason), null);

    private static PlanRoute Hidden(string reason) =>
        new(PlanAnswer.None(reason) with { HidesStatements = true }, null);

    private static PlanRoute ElseNone(string reason) => None(reason) with { IsOfAnotherText = true };
}

/// <summary>How a statement's plan is come by: an answer at once, or a text to explain; exactly one is set.</summary>
internal readonly record struct PlanRoute(PlanAnswer? Answer, string? ExplainText)
{
    /// <summary>The text that is shown is not the statement that runs, or not all of it. The server may know that by
    /// its query id; the answer is for where it does not.</summary>
    public bool IsOfAnotherText { get; init; }

    public string? Batch { get; init; }

    /// <summary>It refreshes a materialized view, whose query is what runs; the answer is for where
    /// that has no plan.</summary>
    public RefreshStatement? Refresh { get; init; }
}
