using RgPolicy.Dbms.SqlServer.Poll;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.SqlServer.Poll;

public sealed class CommandKindsTests
{
    [Theory]
    [InlineData("SELECT", StatementKind.Select)]
    [InlineData("select", StatementKind.Select)]
    [InlineData("SELECT INTO", StatementKind.BulkLoad)]
    [InlineData("INSERT EXEC", StatementKind.Insert)]
    [InlineData("ALTER INDEX REORGANIZE", StatementKind.IndexBuild)]
    [InlineData("BACKUP DATABASE", StatementKind.Maintenance)]
    [InlineData("DBCC TABLE CHECK", StatementKind.Maintenance)]
    [InlineData("DbccFilesCompact", StatementKind.Maintenance)]
    [InlineData("UPDATE STATISTICS", StatementKind.Maintenance)]
    [InlineData("UPDATE", StatementKind.Update)]
    [InlineData("SET OPTION ON", StatementKind.Utility)]
    [InlineData("COMMIT TRANSACTION", StatementKind.Utility)]
    [InlineData("", StatementKind.Other)]
    [InlineData("TASK MANAGER", StatementKind.Other)]
    public void Of_Command_IsKnownWhateverItsCase(string command, StatementKind kind) =>
        Assert.Equal(kind, CommandKinds.Of(command));
}
