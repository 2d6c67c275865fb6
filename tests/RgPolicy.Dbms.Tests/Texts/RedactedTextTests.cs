using RgPolicy.Dbms.Texts;

namespace RgPolicy.Dbms.Tests.Texts;

public sealed class RedactedTextTests
{
    private const string Secret = "hunter2";

    [Theory]
    [InlineData("postgresql", "select a, count(*) from t where b = 'x' and c in ('y', lower('z')) -- why")]
    [InlineData("postgresql", "insert into s.t (a, b) values ('x', now()) on conflict (a) do nothing")]
    [InlineData("postgresql", "with x (a) as (select 1) update t set a = 'x' from x")]
    [InlineData("postgresql", "begin; select 'x'; commit")]
    [InlineData("postgresql", "explain analyze select 'x'")]
    [InlineData("mysql", "replace into t values ('x')")]
    [InlineData("sqlserver", "SELECT TOP (5) [a] FROM t WHERE b = N'x' AND c > DATEADD(day, -1, GETDATE())")]
    [InlineData("postgresql", "")]
    public void Of_QueryOrChangeOfRows_IsAllOfIt(string dbms, string text) =>
        Assert.Equal(text, RedactedText.Of(text, dbms));

    [Theory]
    [InlineData("postgresql", "copy t from program 'curl -u a:hunter2 h'", "copy t from program ?")]
    [InlineData("postgresql", "create table t (a int default 5)", "create table t (a int default ?)")]
    [InlineData(
        "postgresql",
        "create unique index i on t (a) where b = 'x'",
        "create unique index i on t (a) where b = ?"
    )]
    [InlineData("postgresql", "select crypt('hunter2', 'x') from t", "select crypt(?, ?) from t")]
    [InlineData("postgresql", "select public.\"f\"('hunter2')", "select public.\"f\"(?)")]
    [InlineData("postgresql", "select U&\"cr\\0079pt\"('hunter2')", "select U&\"cr\\0079pt\"(?)")]
    [InlineData("mysql", "create table t (a int) engine=federated connection='mysql://a:hunter2@h/d/t'", null)]
    public void Of_CommandOnTablesOrUnknownCall_IsWithoutLiterals(string dbms, string text, string? expected)
    {
        var kept = RedactedText.Of(text, dbms);

        Assert.DoesNotContain(Secret, kept, StringComparison.Ordinal);
        Assert.Contains('?', kept);
        Assert.Equal(expected ?? kept, kept);
    }

    [Theory]
    [InlineData("postgresql", "ALTER ROLE a PASSWORD 'hunter2'", "ALTER ...")]
    [InlineData("postgresql", "/* c */ create user a with password $$hunter2$$", "CREATE ...")]
    [InlineData("postgresql", "create subscription s connection 'host=h password=hunter2' publication p", "CREATE ...")]
    [InlineData("postgresql", "create user mapping for a server s options (password 'hunter2')", "CREATE ...")]
    [InlineData("postgresql", "alter server s options (set password 'hunter2')", "ALTER ...")]
    [InlineData("postgresql", "set my.key = 'hunter2'", "SET ...")]
    [InlineData("postgresql", "do $$ begin execute 'alter role a password ''hunter2''' end $$", "DO ...")]
    [InlineData("postgresql", "select 1; alter role a password 'hunter2'", "SELECT ...")]
    [InlineData("postgresql", "alter role a password 'hunter2", "ALTER ...")]
    [InlineData("mysql", "SET PASSWORD FOR a = PASSWORD('hunter2')", "SET ...")]
    [InlineData("mysql", "grant all on *.* to a identified by 'hunter2'", "GRANT ...")]
    [InlineData("mysql", "/*!50000 create user a */ identified by \"hunter2\"", "CREATE ...")]
    [InlineData("mariadb", "CHANGE MASTER TO MASTER_PASSWORD='hunter2'", "CHANGE ...")]
    [InlineData("sqlserver", "BACKUP DATABASE d TO DISK = 'f' WITH PASSWORD = 'hunter2'", "BACKUP ...")]
    [InlineData("sqlserver", "EXEC sp_addlogin bob, hunter2", "EXEC ...")]
    [InlineData("sqlserver", "CREATE LOGIN a WITH PASSWORD = N'hunter2'", "CREATE ...")]
    public void Of_AnyOtherCommand_IsItsFirstWord(string dbms, string text, string expected) =>
        Assert.Equal(expected, RedactedText.Of(text, dbms));

    [Theory]
    [InlineData("sqlserver", "SELECT * FROM OPENROWSET('MSOLEDBSQL', 'h';'a';'hunter2', 'SELECT 1')")]
    [InlineData("sqlserver", "SELECT 1 ALTER LOGIN a WITH PASSWORD = 'hunter2'")]
    [InlineData("postgresql", "select * from dblink('password=hunter2', 'select 1') as t (a int)")]
    [InlineData("mysql", "select aes_encrypt(a, 'hunter2') from t")]
    [InlineData("postgresql", "explain execute p('hunter2')")]
    [InlineData("mysql", "START REPLICA USER='repl' PASSWORD='hunter2'")]
    [InlineData("mysql", "start group_replication user='a', password=\"hunter2\"")]
    [InlineData("mariadb", "BEGIN NOT ATOMIC SET PASSWORD FOR a = 'hunter2'; END")]
    [InlineData("mariadb", "begin not atomic if 1 then alter user a identified by 'hunter2'; end if; end")]
    [InlineData("sqlserver", "SELECT 1 AS a ADD SIGNATURE TO p BY CERTIFICATE c WITH PASSWORD = 'hunter2'")]
    [InlineData("postgresql", "select 'it\\'s'; alter role a password 'hunter2'")]
    [InlineData("postgresql", "begin; select 'a\\'; alter role a password ''hunter2''; --'")]
    [InlineData("mysql", "select 'a\\'; alter user a identified by 'hunter2'; -- '")]
    public void Of_CallThatTakesSecrets_HidesThem(string dbms, string text) =>
        Assert.DoesNotContain(Secret, RedactedText.Of(text, dbms), StringComparison.Ordinal);
}
