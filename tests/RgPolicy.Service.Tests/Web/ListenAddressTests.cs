using RgPolicy.Service.Settings;

namespace RgPolicy.Service.Tests.Web;

public sealed class ListenAddressTests
{
    [Theory]
    [InlineData("9477", "127.0.0.1:9477")]
    [InlineData("localhost:1", "127.0.0.1:1")]
    [InlineData("127.0.0.1:9477", "127.0.0.1:9477")]
    [InlineData("[::1]:9477", "[::1]:9477")]
    [InlineData("0.0.0.0:0", "0.0.0.0:0")]
    public void Parse_Address_IsUnderstood(string text, string expected) =>
        Assert.Equal(expected, ListenAddress.Parse(text)?.Endpoint.ToString());

    [Theory]
    [InlineData("")]
    [InlineData(":9477")]
    [InlineData("65536")]
    [InlineData("-1")]
    [InlineData("host.example:80")]
    [InlineData("127.0.0.1")]
    [InlineData("127.0.0.1:http")]
    public void Parse_AnythingElse_IsNone(string text) => Assert.Null(ListenAddress.Parse(text));

    [Theory]
    [InlineData("127.0.0.1:80", "localhost", true)]
    [InlineData("127.0.0.1:80", "127.0.0.1", true)]
    [InlineData("127.0.0.1:80", "::1", true)]
    [InlineData("127.0.0.1:80", "evil.example", false)]
    [InlineData("127.0.0.1:80", "", false)]
    [InlineData("0.0.0.0:80", "db.example", true)]
    public void Accepts_HostOfARequest_OnLoopbackOnlyLoopback(string address, string host, bool expected) =>
        Assert.Equal(expected, ListenAddress.Parse(address)!.Accepts(host));
}
