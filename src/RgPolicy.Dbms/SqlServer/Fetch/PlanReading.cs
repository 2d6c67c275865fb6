using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Dbms.SqlServer.Fetch;

/// <summary>Turns what the server gives for a handle into what is known of a plan.</summary>
internal sealed class PlanReading(SqlServerObserverOptions options)
{
    private const string Source = "plan cache";
    private static readonly TimeSpan SamePlan = TimeSpan.FromDays(1);

    /// <summary>Reads the plan of a request; an evicted one is a failure that may pass.</summary>
    public async Task<PlanAnswer> ReadAsync(
        SqlServerLink link,
        SqlServerPlanRequest request,
        CancellationToken cancellationToken
    )
    {
        var row = await PlanQuery.ReadAsync(
            link,
            request.Handle,
            request.StartOffset,
            request.EndOffset,
            cancellationToken
        );
        var answer = await AnswerAsync(link, request, row, cancellationToken);
        return row.Text is null
            ? answer
            : answer with
            {
                Statement = (answer.Statement ?? Statement(request, request.Kind)) with
                {
                    Text = row.Text,
                    IsTruncated = row.IsCut,
                },
            };
    }

    private async Task<PlanAnswer> AnswerAsync(
        SqlServerLink link,
        SqlServerPlanRequest request,
        PlanRow row,
        CancellationToken cancellationToken
    )
    {
        if (row.IsEncrypted)
            return PlanAnswer.None("it runs in an encrypted module");
        if (row.Plan is not { } plan)
            return PlanAnswer.Passing("the plan is not in the server's cache (any more)", options.PlanLifetime, 0);
        if (Answer(request, plan) is { } known)
            return known;
        if (ShellPlan.HandleIn(plan) is not { } handle)
            return PlanAnswer.None("the document holds no plan");
        var parameterised = await PlanQuery.ReadAsync(link, handle, 0, -1, cancellationToken);
        return parameterised.Plan is { } inner && Answer(request, inner) is { } answer
            ? answer
            : PlanAnswer.Passing(
                "the plan of the parameterised statement is not in the server's cache (any more)",
                options.PlanLifetime,
                0
            );
    }

    /// <summary>What a document tells; null when it holds no operators. While the hash of the plan is the same the plan
    /// is: it is read again once a day, for the tables that it reads grow.</summary>
    internal PlanAnswer? Answer(SqlServerPlanRequest request, string document)
    {
        var read = PlanReader.Read(document, options.PlanReader);
        if (read.Statements.FirstOrDefault(statement => statement.HasPlan) is { } statement)
        {
            return new PlanAnswer
            {
                Facts = PlanFacts.Known(statement.Profile, Source),
                Statement = Statement(request, statement.Kind),
                Lifetime =
                    request.Key.PlanHash == 0 || options.PlanLifetime > SamePlan ? options.PlanLifetime : SamePlan,
            };
        }

        return read.Statements.Length == 0 || read.Damage is not null
            ? PlanAnswer.None(
                "the plan could not be read: " + string.Join("; ", read.Diagnostics.Select(each => each.Message))
            )
            : null;
    }

    private static StatementFacts Statement(SqlServerPlanRequest request, StatementKind kind) =>
        new(kind == StatementKind.Other ? request.Kind : kind, Fingerprint.Of(request.Key.QueryHash), null, false);
}

/// <remarks><c>Plan</c>: the document, or null where there is none (any more). <c>Text</c>: the statement, or
/// null.</remarks>
internal sealed record PlanRow(string? Plan, bool IsEncrypted, string? Text, bool IsCut);

/// <summary>The plan of a statement whose literals the server has made parameters: the document holds the text only,
/// and names the handle of the plan that runs.</summary>
internal static class ShellPlan
{
    private const string Attribute = " ParameterizedPlanHandle=\"0x";
    private const int LongestHandle = 64;

    public static byte[]? HandleIn(string document)
    {
        var at = document.IndexOf(Attribute, StringComparison.Ordinal);
        if (at < 0)
            return null;
        var from = at + Attribute.Length;
        var to = document.IndexOf('"', from);
        var length = to - from;
        if (length is < 2 or > 2 * LongestHandle || length % 2 != 0)
            return null;
        var digits = document.AsSpan(from, length);
        foreach (var digit in digits)
            if (!char.IsAsciiHexDigit(digit))
                return null;
        return Convert.FromHexString(digits);
    }
}

/// <summary>Reads one statement's plan and text. The function that gives text has no limit of depth, and renders only
/// the statement that the offsets name.</summary>
internal static class PlanQuery
{
    private const int LongestText = 16384;

    private static readonly string Sql = FormattableString.Invariant(
        $"""
        SELECT p.encrypted, CASE WHEN @to < 0 THEN DATALENGTH(t.text) ELSE @to + 2 END - @from,
               SUBSTRING(t.text, @from / 2 + 1, {LongestText}), p.query_plan
          FROM (SELECT 1 AS one) AS o
         OUTER APPLY sys.dm_exec_text_query_plan(@handle, @from, @to) AS p
         OUTER APPLY sys.dm_exec_sql_text(@handle) AS t
        """
    );

    public static async Task<PlanRow> ReadAsync(
        SqlServerLink link,
        byte[] handle,
        int from,
        int to,
        CancellationToken cancellationToken
    )
    {
        var call = SqlCall.Of(
            Sql,
            SqlArgument.Bytes("@handle", handle),
            SqlArgument.Integer("@from", from),
            SqlArgument.Integer("@to", to)
        );
        var rows = await link.QueryLongAsync(call, ReadAsync, cancellationToken);
        return rows.Count > 0 ? rows[0] : new PlanRow(null, false, null, false);
    }

    private static async Task<PlanRow> ReadAsync(DbDataReader row)
    {
        var isEncrypted = !row.IsDBNull(0) && row.GetBoolean(0);
        var length = row.IsDBNull(1) ? 0 : Convert.ToInt64(row.GetValue(1), CultureInfo.InvariantCulture) / 2;
        var text = await LongText.ReadAsync(row, 2);
        var isCut = length > LongestText;
        if (text is not null && !isCut && length < text.Length)
            text = text[..(int)Math.Max(0, length)];
        return new PlanRow(await LongText.ReadAsync(row, 3), isEncrypted, text?.Trim(), isCut);
    }
}
