using Npgsql;
using NpgsqlTypes;

namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

/// <summary>Parameters of the guard's statements.</summary>
internal static class GuardParameters
{
    /// <summary>A list of texts.</summary>
    public static NpgsqlParameter<string[]> Texts(params string[] values) =>
        new() { NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Text, TypedValue = values };

    /// <summary>A list of oids.</summary>
    public static NpgsqlParameter<uint[]> Oids() =>
        new() { NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Oid, TypedValue = [] };

    /// <summary>One oid.</summary>
    public static NpgsqlParameter<uint> Oid() => new() { NpgsqlDbType = NpgsqlDbType.Oid };

    /// <summary>One text.</summary>
    public static NpgsqlParameter<string> Text(string value) =>
        new() { NpgsqlDbType = NpgsqlDbType.Text, TypedValue = value };

    /// <summary>A number.</summary>
    public static NpgsqlParameter<int> Number(int value) => new() { TypedValue = value };
}
