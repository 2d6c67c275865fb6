using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Microsoft.Data.SqlClient;

namespace RgPolicy.Dbms.SqlServer.Connect;

/// <summary>
/// RgPolicy runs without the system's culture data, so that it means the same everywhere and needs no
/// such library. SqlClient refuses to connect then, because it looks code pages of varchar columns up by culture;
/// everything that is read here is nvarchar or a number. Its check remembers what it found in a field,
/// and there is no other way to tell it.
/// </summary>
internal static class SqlClientCulture
{
    private const string Field = "_cultureCheckState";
    private const string Checked = "Standard";

    /// <summary>Lets SqlClient connect. Does nothing with a driver that has no such check.</summary>
    [DynamicDependency(Field, typeof(SqlConnection))]
    public static void Allow()
    {
        if (
            typeof(SqlConnection).GetField(Field, BindingFlags.Static | BindingFlags.NonPublic) is
            { FieldType.IsEnum: true } field
        )
        {
            field.SetValue(null, Enum.Parse(field.FieldType, Checked));
        }
    }
}
