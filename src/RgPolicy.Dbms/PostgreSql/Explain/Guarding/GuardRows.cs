using Npgsql;

namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

/// <summary>Reads the answers of the guard's statements.</summary>
internal static class GuardRows
{
    /// <summary>Of <see cref="TrustSql.Schemas" />.</summary>
    public static async Task<List<SchemaTrust>> SchemasAsync(
        NpgsqlDataReader reader,
        CancellationToken cancellationToken
    )
    {
        var found = new List<SchemaTrust>();
        while (await reader.ReadAsync(cancellationToken))
            found.Add(
                new SchemaTrust(
                    reader.GetString(0),
                    reader.GetFieldValue<uint>(1),
                    TextOrNull(reader, 2),
                    TextOrNull(reader, 3),
                    reader.GetBoolean(4)
                )
            );
        return found;
    }

    /// <summary>Of <see cref="ResolveSql" />.</summary>
    public static async Task<List<RelationCandidate>> CandidatesAsync(
        NpgsqlDataReader reader,
        CancellationToken cancellationToken
    )
    {
        var found = new List<RelationCandidate>();
        while (await reader.ReadAsync(cancellationToken))
            found.Add(
                new RelationCandidate(
                    reader.GetInt32(0),
                    reader.GetFieldValue<uint>(1),
                    reader.GetString(2),
                    reader.GetString(3),
                    reader.GetString(4),
                    reader.GetBoolean(5),
                    reader.GetInt32(6)
                )
            );
        return found;
    }

    /// <summary>A text that may be absent.</summary>
    public static string? TextOrNull(NpgsqlDataReader reader, int column) =>
        reader.IsDBNull(column) ? null : reader.GetString(column);
}
