import Testing

@testable import DaybookServer

@Suite struct TranscriptTests {
    private static let home = "/dav/c/0e0c3a4c-9b1c-4a39-8b59-1f5f3f3a0c11"

    private func exchange(
        _ method: String, _ target: String, fields: [(name: String, value: String)] = [], _ body: String = "",
        status: Int = 204, tag: String? = nil, answer: String = ""
    ) -> Exchange {
        Exchange(
            method: method, target: target, fields: fields, body: Array(body.utf8), status: status, tag: tag,
            answer: Array(answer.utf8))
    }

    @Test func aTranscriptHoldsWhatWasAskedAndNobodysWords() {
        var transcript = Transcript()
        let object = """
            BEGIN:VCALENDAR\r
            VERSION:2.0\r
            PRODID:-//Some//Program//EN\r
            BEGIN:VTODO\r
            UID:plan-for-ada@laptop\r
            SUMMARY;LANGUAGE=en:Call Ada\\, twice\\nand b\r
             ring cake\r
            ATTENDEE;CN="Ada Lovelace":mailto:ada@example.org\r
            DUE;TZID=Europe/Berlin:20310304T093000\r
            X-DAYBOOK-BASE:17\r
            END:VTODO\r
            END:VCALENDAR\r

            """
        let text = transcript.write(
            exchange(
                "PUT", "\(Self.home)/ada%27s%20list/plan-for-ada@laptop.ics",
                fields: [
                    ("authorization", "Basic c2VjcmV0"), ("content-type", "text/calendar; charset=utf-8"),
                    ("if-match", "\"abc\""),
                ], object, tag: "\"def\""))
        #expect(
            text == """
                ### 1
                PUT /dav/c/ACCOUNT/name-1/name-2.ics
                Content-Type: text/calendar; charset=utf-8
                If-Match: "tag-1"

                BEGIN:VCALENDAR
                VERSION:2.0
                PRODID:-//Some//Program//EN
                BEGIN:VTODO
                UID:name-2
                SUMMARY;LANGUAGE=en:Xxxx Xxx\\, xxxxx\\nxxx xxxxx xxxx
                ATTENDEE;CN="Xxx Xxxxxxxx":xxxxxx:xxx@xxxxxxx.xxx
                DUE;TZID=Europe/Berlin:20310304T093000
                END:VTODO
                END:VCALENDAR
                => 204
                ETag: "tag-2"


                """)
    }

    @Test func whatIsAskedForAndToldKeepsItsShape() {
        var transcript = Transcript()
        _ = transcript.write(exchange("PROPFIND", "\(Self.home)/"))
        let query = """
            <?xml version='1.0'?><C:calendar-query xmlns:C="urn:x" a="Ada"><D:displayname xmlns:D="DAV:">Ada &amp; I</D:displayname>\
            <C:prop-filter name="SUMMARY"><C:text-match collation="i;octet">cake</C:text-match></C:prop-filter>\
            <D:sync-token>data:,x</D:sync-token></C:calendar-query>
            """
        let answer = """
            <multistatus xmlns="DAV:"><response><href>\(Self.home)/inbox/</href><propstat><prop><x/></prop><status>HTTP/1.1 404 \
            Not Found</status></propstat><propstat><prop><getetag>&quot;abc&quot;</getetag></prop><status>HTTP/1.1 200 OK\
            </status></propstat></response><response><href>\(Self.home)/inbox/gone.ics</href><status>HTTP/1.1 404 Not Found\
            </status></response><sync-token>data:,y</sync-token></multistatus>
            """
        let text = transcript.write(
            exchange(
                "REPORT", "\(Self.home)/inbox/", fields: [("content-type", "application/xml")], query, status: 207,
                answer: answer))
        #expect(
            text == """
                ### 2
                REPORT /dav/c/ACCOUNT/inbox/
                Content-Type: application/xml

                <?xml version='1.0'?><C:calendar-query xmlns:C="urn:x" a="Xxx"><D:displayname xmlns:D="DAV:">Xxx &amp; X</D:displayname>\
                <C:prop-filter name="SUMMARY"><C:text-match collation="i;octet">xxxx</C:text-match></C:prop-filter>\
                <D:sync-token>token-1</D:sync-token></C:calendar-query>
                => 207
                @ /dav/c/ACCOUNT/inbox/ 200 "tag-1"
                @ /dav/c/ACCOUNT/inbox/name-1.ics 404
                @token token-2


                """)
    }
}
