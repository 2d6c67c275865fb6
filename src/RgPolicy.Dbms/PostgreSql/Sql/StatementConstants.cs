using System.Buffers.Binary;
using System.Security.Cryptography;

namespace RgPolicy.Dbms.PostgreSql.Sql;

/// <summary>The constants of a text as one number. Two texts of one statement have the same number where a plan that
/// saw the constants of one saw those of the other.</summary>
internal static class StatementConstants
{
    /// <summary>The number; 0 for a text whose plan depends on nothing that another text of the same statement may
    /// say otherwise.</summary>
    public static ulong Of(string text, bool saysTables)
    {
        var sql = new SqlText(text);
        if (!saysTables && !Exists(sql))
            return 0;
        // All tokens, not the constants alone: a sign is no part of its number, and a list of parameters has a length.
        var all = new StringBuilder(text.Length);
        foreach (var token in sql.Tokens)
            all.Append(token.In(text)).Append('\0');
        Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData(Encoding.UTF8.GetBytes(all.ToString()), hash);
        return Math.Max(1, BinaryPrimitives.ReadUInt64LittleEndian(hash));
    }

    private static bool Exists(SqlText sql)
    {
        for (var i = 0; i < sql.Count; i++)
        {
            if (sql.KindAt(i) is SqlTokenKind.Text or SqlTokenKind.Number)
                return true;
            if (sql.Is(i, "null") || sql.Is(i, "true") || sql.Is(i, "false"))
                return true;
            // From 18 on lists of parameters of any length have one query id.
            if (sql.Parameter(i) is not null && sql.Is(i - 1, ',') && sql.Parameter(i - 2) is not null)
                return true;
        }

        return false;
    }
}
