using RgPolicy.Dbms.PostgreSql.Explain;
using RgPolicy.Dbms.PostgreSql.Sql;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>A statement whose text was read.</summary>
/// <param name="Key">What its plan is kept by.</param>
/// <param name="TextKey">What it is known by where the server shows no query id.</param>
/// <param name="QueryId">The server's query id, or 0.</param>
/// <param name="Facts">The facts.</param>
internal sealed record KnownStatement(StatementKey Key, StatementKey TextKey, long QueryId, StatementFacts Facts)
{
    /// <summary>The constants of its text, which another execution may have otherwise; 0 for none.</summary>
    public ulong Constants { get; init; }

    /// <summary>What its executions have been like so far; one for all of them.</summary>
    public Expectation Expectation { get; init; } = new();

    /// <summary>A view of the server's may tell the work of it: told once, for polls ask each time.</summary>
    public bool MayShowProgress { get; } = IsCommand(Facts) || IsCopy(Facts);

    /// <summary>It loads a table or builds an index, and does nothing else: it writes the log for most of its
    /// life.</summary>
    public bool IsLoad { get; } = Facts.Kind is StatementKind.BulkLoad or StatementKind.IndexBuild && IsAlone(Facts);

    /// <summary>It writes rows, and does nothing else as far as its text was read; read anew each time, for few are
    /// asked.</summary>
    public bool IsWrite =>
        Facts.Kind is StatementKind.Insert or StatementKind.Update or StatementKind.Delete or StatementKind.Merge
        && (Facts.IsTruncated || IsAlone(Facts));

    // A text of several statements may be at any of them.
    private static bool IsAlone(StatementFacts facts) =>
        facts is { IsTruncated: false, Text: { } text }
        && StatementTextReader.Read(text) is { IsUnreadable: false, Statements: 1 };

    private static bool IsCommand(StatementFacts facts) =>
        !facts.IsTransactionControl
        && facts.Kind
            is StatementKind.BulkLoad
                or StatementKind.IndexBuild
                or StatementKind.Maintenance
                or StatementKind.Utility
                or StatementKind.Other;

    // The kind of a COPY that sends rows out is that of its query.
    private static bool IsCopy(StatementFacts facts) =>
        facts.Text is { } text && new SqlLexer(text).Next().Is(text, "copy");
}

/// <summary>What the executions of a statement have been like so far.</summary>
internal sealed class Expectation
{
    private static readonly TimeSpan LongForLittle = TimeSpan.FromMilliseconds(100);

    /// <summary>Its last plan reads a few rows.</summary>
    public bool ReadsLittle { get; set; }

    /// <summary>Nothing is lost where an execution of this age is not looked at: it will soon have ended.</summary>
    public bool IsAsGoodAsOver(TimeSpan age) => ReadsLittle && age < LongForLittle;
}
