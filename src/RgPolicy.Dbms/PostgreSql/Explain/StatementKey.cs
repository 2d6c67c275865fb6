namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>What plans and history are kept by: a database's oid and a statement's fingerprint.</summary>
internal readonly record struct StatementKey(uint Database, string Fingerprint);
