using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Microsoft.Data.SqlClient;

namespace RgPolicy.Dbms.SqlServer.Connect;

/// <summary>Opens connections. Asked to do so asynchronously, the driver opens only as many unpooled ones at a time as
/// there are processors, in the whole process: a few servers that do not answer would keep all others waiting. So each
/// is opened by a thread of its own.</summary>
internal static class ConnectionOpener
{
    static ConnectionOpener() => SqlClientCulture.Allow();

    /// <summary>Opens it. Where the wait is given up, the driver's own limit ends the attempt, and what it made is
    /// closed.</summary>
    public static async Task OpenAsync(SqlConnection connection, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var opening = Task.Factory.StartNew(
            connection.Open,
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default
        );
        try
        {
            await opening.WaitAsync(cancellationToken);
        }
        catch (OperationCanceledException)
        {
            _ = CloseAsync(opening, connection);
            throw;
        }
    }

    private static async Task CloseAsync(Task opening, SqlConnection connection)
    {
        try
        {
            await opening;
        }
        catch (Exception e) when (SqlServerError.IsExpected(e))
        {
            // The caller has given up waiting for it.
        }
        finally
        {
            await connection.DisposeAsync();
        }
    }
}

/// <summary>RgPolicy runs without the system's culture data, so that it means the same everywhere and needs no such
/// library. SqlClient refuses to connect then, because it looks code pages of varchar columns up by culture; everything
/// that is read here is nvarchar or a number. Its check remembers what it found in a field, and there is no other way
/// to tell it.</summary>
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
            field.SetValue(null, Enum.Parse(field.FieldType, Checked));
    }
}
