namespace RgPolicy.Plans.Tests.Statements;

public sealed class TransactionControlTests
{
    [Theory]
    [InlineData("COMMIT")]
    [InlineData("commit;")]
    [InlineData(" /* c */ End -- over\n")]
    [InlineData("END AND CHAIN;")]
    [InlineData("BEGIN")]
    [InlineData("begin isolation level serializable, read only")]
    [InlineData("START TRANSACTION")]
    [InlineData("rollback to savepoint a")]
    [InlineData("ABORT")]
    [InlineData("SAVEPOINT \"a;b\"")]
    [InlineData("RELEASE a")]
    [InlineData("PREPARE TRANSACTION 'x; select 1'")]
    [InlineData("COMMIT PREPARED 'x'")]
    [InlineData("set transaction read only")]
    [InlineData(";;COMMIT; BEGIN; SAVEPOINT s")]
    public void IsAll_OnlyTransactionControl_IsTrue(string sql) => Assert.True(TransactionControl.IsAll(sql));

    [Theory]
    [InlineData("")]
    [InlineData(";")]
    [InlineData("select 1")]
    [InlineData("COMMIT; select count(*) from big")]
    [InlineData("BEGIN; select count(*) from big; COMMIT")]
    [InlineData("BEGIN update t set a = 1 END")]
    [InlineData("PREPARE p AS select 1")]
    [InlineData("SET work_mem = '1GB'")]
    [InlineData("'COMMIT'")]
    [InlineData("\"COMMIT\"")]
    [InlineData("-- COMMIT\nselect 1")]
    [InlineData("committed")]
    public void IsAll_AnythingElse_IsFalse(string sql) => Assert.False(TransactionControl.IsAll(sql));
}
