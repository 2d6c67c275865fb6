using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

/// <summary>The server's own functions, operators and types, read once per connection.</summary>
internal sealed record OwnCatalog(
    List<OwnType> Types,
    List<OwnFunction> Functions,
    List<(string Name, uint Function)> Operators
)
{
    // Of a type all that its values are made of: elements, base type, columns.
    private const string TypesSql = """
        SELECT t.oid, t.typname::text, t.typtype IN ('d', 'c') OR t.typsubscript = 'array_subscript_handler'::regproc,
               array_remove(ARRAY[CASE WHEN t.typsubscript = 'array_subscript_handler'::regproc THEN t.typelem END, t.typbasetype]
                            || ARRAY(SELECT a.atttypid FROM pg_attribute a WHERE a.attrelid = t.typrelid AND a.attnum > 0), NULL)
          FROM pg_type t WHERE t.oid < 16384
        """;

    // Planning can run a function that is neither volatile nor gives many rows; of one in SQL it plans the body.
    private const string FunctionsSql = """
        SELECT p.oid, p.proname::text, p.proargtypes::oid[], p.pronargs - p.pronargdefaults,
               p.prokind = 'f' AND (p.prolang = 14 OR (p.provolatile <> 'v' AND NOT p.proretset)), p.prolang = 14 AND p.proretset
          FROM pg_proc p WHERE p.oid < 16384
        """;

    private const string OperatorsSql = "SELECT o.oprname::text, o.oprcode::oid FROM pg_operator o WHERE o.oid < 16384";

    public static async Task<OwnCatalog> ReadAsync(NpgsqlConnection connection, CancellationToken cancellationToken)
    {
        await using var query = new PostgresQuery(connection, [(TypesSql, []), (FunctionsSql, []), (OperatorsSql, [])]);
        await using var reader = await query.OpenAsync([], cancellationToken);
        var types = await reader.RestAsync(
            row => new OwnType(
                row.GetFieldValue<uint>(0),
                row.GetString(1),
                row.GetBoolean(2),
                row.GetFieldValue<uint[]>(3)
            ),
            cancellationToken
        );
        await reader.NextResultAsync(cancellationToken);
        var functions = await reader.RestAsync(
            row => new OwnFunction(
                row.GetFieldValue<uint>(0),
                row.GetString(1),
                row.GetFieldValue<uint[]>(2),
                row.GetInt32(3),
                row.GetBoolean(4),
                row.GetBoolean(5)
            ),
            cancellationToken
        );
        await reader.NextResultAsync(cancellationToken);
        return new OwnCatalog(
            types,
            functions,
            await reader.RestAsync(row => (row.GetString(0), row.GetFieldValue<uint>(1)), cancellationToken)
        );
    }
}

/// <remarks><c>IsOfOthers</c>: an array, a domain or a row: its values are read as those of other types.</remarks>
internal sealed record OwnType(uint Oid, string Name, bool IsOfOthers, uint[] Parts);

internal sealed record OwnFunction(uint Oid, string Name, uint[] Arguments, int Least, bool Runs, bool IsQuery);
