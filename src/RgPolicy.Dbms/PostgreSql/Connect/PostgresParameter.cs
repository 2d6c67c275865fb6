using Npgsql;
using NpgsqlTypes;

namespace RgPolicy.Dbms.PostgreSql.Connect;

/// <summary>Parameters of RgPolicy's own statements, with the types that the server is told.</summary>
internal static class PostgresParameter
{
    public static NpgsqlParameter<string[]> Texts(params string[] values) => List(NpgsqlDbType.Text, values);

    public static NpgsqlParameter<uint[]> Oids(params uint[] values) => List(NpgsqlDbType.Oid, values);

    public static NpgsqlParameter<int[]> Numbers(params int[] values) => List(NpgsqlDbType.Integer, values);

    public static NpgsqlParameter<long[]> LongNumbers(params long[] values) => List(NpgsqlDbType.Bigint, values);

    public static NpgsqlParameter<uint> Oid(uint value = 0) =>
        new() { NpgsqlDbType = NpgsqlDbType.Oid, TypedValue = value };

    public static NpgsqlParameter<string> Text(string value) =>
        new() { NpgsqlDbType = NpgsqlDbType.Text, TypedValue = value };

    public static NpgsqlParameter<int> Number(int value) => new() { TypedValue = value };

    public static NpgsqlParameter<DateTime> Time(DateTime value = default) =>
        new() { NpgsqlDbType = NpgsqlDbType.TimestampTz, TypedValue = value };

    private static NpgsqlParameter<T[]> List<T>(NpgsqlDbType type, T[] values) =>
        new() { NpgsqlDbType = NpgsqlDbType.Array | type, TypedValue = values };
}
