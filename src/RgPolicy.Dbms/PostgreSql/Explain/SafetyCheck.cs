using Npgsql;
using NpgsqlTypes;
using RgPolicy.Dbms.PostgreSql.Sql;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>Asks a database whether a statement may be planned with RgPolicy's rights.</summary>
internal sealed class SafetyCheck(IEnumerable<string> trustedSchemas)
{
    private readonly string[] _trusted = ["pg_catalog", .. trustedSchemas];

    /// <summary>The guard as the command in front of EXPLAIN.</summary>
    public NpgsqlBatchCommand Guard(StatementText statement)
    {
        var command = new NpgsqlBatchCommand(SafetyQuery.Guard);
        Bind(command.Parameters, statement);
        return command;
    }

    /// <summary>Why the statement may not be planned, or null.</summary>
    public async Task<string?> RefusalAsync(NpgsqlConnection connection, StatementText statement, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand(SafetyQuery.Refusals, connection);
        Bind(command.Parameters, statement);
        return (string?)await command.ExecuteScalarAsync(cancellationToken);
    }

    /// <summary>A function of pg_catalog that is never planned, by its name in the text; null when there is none.</summary>
    public static string? ForbiddenName(StatementText statement) =>
        statement.Names.FirstOrDefault(n => SafetyQuery.Forbidden.Contains(n, StringComparer.Ordinal));

    private void Bind(NpgsqlParameterCollection parameters, StatementText statement)
    {
        Add(parameters, [.. statement.Names]);
        Add(parameters, [.. statement.Called]);
        Add(parameters, [.. Operators(statement)]);
        Add(parameters, _trusted);
        Add(parameters, SafetyQuery.Forbidden);
    }

    private static IEnumerable<string> Operators(StatementText statement) =>
        statement.Names.Any(SafetyQuery.Implying.Contains)
            ? statement.Operators.Union(SafetyQuery.Implied, StringComparer.Ordinal)
            : statement.Operators.Select(o => o == "!=" ? "<>" : o);

    private static void Add(NpgsqlParameterCollection parameters, string[] values) => parameters.Add(
        new NpgsqlParameter<string[]> { NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Text, TypedValue = values });
}
